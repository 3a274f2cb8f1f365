#include "recorder/games/teeworlds/wire/sequence.h"

#include <cassert>

namespace tickreel::teeworlds {

namespace {

// Overhead of a buffered chunk, so that many empty messages fill the buffer too.
constexpr std::size_t kPerChunk = 16;

}  // namespace

int sequence_distance(int from, int sequence) {
    return (sequence - from + kSequenceCount) % kSequenceCount;
}

VitalReceiver::Verdict VitalReceiver::receive(int sequence) {
    const int ahead = sequence_distance(last_, sequence);
    if (ahead == 1) {
        last_ = sequence;
        return Verdict::Accept;
    }
    // Sequences up to half the range back were delivered before, the others are ahead.
    return ahead == 0 || ahead > kSequenceCount / 2 ? Verdict::Duplicate : Verdict::Gap;
}

const VitalSender::Pending& VitalSender::add(ByteView data, Time now) {
    assert(can_take(data.size()));
    last_ = (last_ + 1) % kSequenceCount;
    pending_.push_back({last_, Bytes(data.begin(), data.end()), now, now});
    buffered_ += data.size() + kPerChunk;
    return pending_.back();
}

bool VitalSender::can_take(std::size_t size) const {
    // With more than half the range in flight, old duplicates would be indistinguishable.
    return buffered_ + size + kPerChunk <= kBufferSize && pending_.size() < kSequenceCount / 2 - 1;
}

bool VitalSender::valid_ack(int ack) const {
    return sequence_distance(acked_, ack) <= sequence_distance(acked_, last_);
}

void VitalSender::acknowledge(int ack) {
    assert(valid_ack(ack));
    const int count = sequence_distance(acked_, ack);
    for (int i = 0; i < count && !pending_.empty(); ++i) {
        buffered_ -= pending_.front().data.size() + kPerChunk;
        pending_.pop_front();
    }
    acked_ = ack;
}

}  // namespace tickreel::teeworlds
