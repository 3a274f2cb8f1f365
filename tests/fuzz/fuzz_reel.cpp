// Any bytes as a reel: rejected, or all its content can be read, steps agree with the scan, and a
// copy has the same content.
#include <cstdlib>
#include <memory>

#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;

namespace {

constexpr std::size_t kMostFrames = 2000;

void require(bool right) {
    if (!right) std::abort();
}

std::vector<Frame> read_all(const ReelReader& reader) {
    std::vector<Frame> frames;
    static_cast<void>(reader.scan(reader.everything(), ignore_problems, [&](const Frame& frame) {
        frames.push_back(frame);
        return frames.size() < kMostFrames;
    }));
    return frames;
}

bool same(const Frame& a, const Frame& b) {
    return a.moment() == b.moment() && a.time == b.time && a.wire == b.wire &&
           a.events == b.events && a.snapshot == b.snapshot;
}

void check_copy(const ReelReader& reader, const std::vector<Frame>& frames) {
    Bytes bytes;
    ReelOptions options;
    options.level = 1;
    options.uuid[0] = 1;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), reader.info(), options);
    require(copy_frames(reader, reader.everything(), ignore_problems, writer).ok());
    if (!writer.finish()) return;  // beyond the writer's limits: rejected
    const auto copy = ReelReader::open(memory_source(bytes));
    require(copy.ok());
    const std::vector<Frame> again = read_all(**copy);
    require(again.size() == frames.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
        Frame wanted = frames[i];
        wanted.segment -= frames.front().segment;  // renumbered
        require(same(again[i], wanted));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto opened = ReelReader::open(memory_source(Bytes(data, data + size)));
    if (!opened) return 0;
    const ReelReader& reader = **opened;
    const std::vector<Frame> frames = read_all(reader);
    for (std::size_t i = 0; i < frames.size(); i += 1 + frames.size() / 8) {
        const auto at = reader.at(frames[i].moment());
        require(at.ok() && same(*at, frames[i]));
    }
    for (std::size_t i = 0; i < reader.attachments().size() && i < 4; ++i)
        static_cast<void>(reader.attachment(i));
    static_cast<void>(reader.check_records(ignore_problems));
    static_cast<void>(reader.statistics());
    static_cast<void>(reader.timeline().parse("50%"));
    if (!frames.empty() && frames.size() < kMostFrames) check_copy(reader, frames);
    return 0;
}
