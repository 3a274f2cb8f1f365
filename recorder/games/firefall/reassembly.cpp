#include "recorder/games/firefall/reassembly.h"

namespace tickreel::firefall {

std::vector<Bytes> Reassembly::add(Packet packet, Time time) {
    std::vector<Bytes> messages;
    if (!expected_) expected_ = packet.sequence;
    const auto ahead = static_cast<std::int16_t>(packet.sequence - *expected_);
    if (ahead < 0) {
        ++repeated_;
        return messages;
    }
    const std::uint64_t number = count_ + static_cast<std::uint64_t>(ahead);
    if (!waiting_.try_emplace(number, BufferedPacket{std::move(packet), time}).second) ++repeated_;
    drain(messages);
    while (!waiting_.empty() &&
           (waiting_.size() > kMaxWaiting || time - waiting_.begin()->second.since > kPatience))
        skip_gap(messages);
    return messages;
}

void Reassembly::drain(std::vector<Bytes>& messages) {
    while (!waiting_.empty() && waiting_.begin()->first == count_) {
        Packet packet = std::move(waiting_.begin()->second.packet);
        waiting_.erase(waiting_.begin());
        ++count_;
        ++*expected_;
        take(std::move(packet), messages);
    }
}

void Reassembly::skip_gap(std::vector<Bytes>& messages) {
    const std::uint64_t missing = waiting_.begin()->first - count_;
    lost_ += missing;
    count_ += missing;
    expected_ = static_cast<std::uint16_t>(*expected_ + missing);
    broken_ = true;
    message_.clear();
    drain(messages);
}

void Reassembly::take(Packet packet, std::vector<Bytes>& messages) {
    if (message_.size() + packet.payload.size() > kMaxMessage) broken_ = true;
    // After a gap it is unknown whether this packet starts a message. Dropping it could lose a
    // complete message; a wrong guess is rejected by the parser.
    const bool whole = !packet.more && message_.empty();
    if (broken_ && !whole) {
        message_.clear();
        if (!packet.more) broken_ = false;
        return;
    }
    broken_ = false;
    message_.insert(message_.end(), packet.payload.begin(), packet.payload.end());
    if (packet.more) return;
    messages.push_back(std::move(message_));
    message_.clear();
}

std::vector<Bytes> Reassembly::flush() {
    std::vector<Bytes> messages;
    while (!waiting_.empty()) skip_gap(messages);
    return messages;
}

}  // namespace tickreel::firefall
