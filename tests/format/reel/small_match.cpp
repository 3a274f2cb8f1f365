#include "tests/format/reel/small_match.h"

#include <algorithm>

#include "tests/format/generate.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

using namespace tickreel;

SmallMatch make_small_match(bool finish) {
    Generator make(7);
    SmallMatch match;
    auto bytes = std::make_shared<Bytes>();
    ReelOptions options;
    options.chunk_seconds = 0.4;
    options.group_seconds = 1.2;
    options.uuid[3] = 9;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {{"a", "b"}}},
                      options);
    for (int i = 0; i < 3; ++i) writer.add_type(make.type("Type" + std::to_string(i)));
    for (std::uint32_t segment = 0; segment < 2; ++segment) {
        writer.begin_segment({"map" + std::to_string(segment), "", ""});
        std::vector<Frame> part = make.frames(90, 1000, segment);
        // In columns: some of what a client presses.
        for (std::size_t i = 0; i < part.size(); ++i)
            part[i].events.push_back(
                {8, {static_cast<Word>(i), static_cast<Word>(make.below(900)), 4}, false});
        for (std::size_t i = 0; i < part.size(); ++i) {
            if (i == 35) writer.add_marker({part[i].moment(), "here", 1});
            if (i == 50) writer.add_type(make.type("Late" + std::to_string(segment)));
            if (i == 60) writer.set_property("late", "yes");
            if (i == 70 && segment == 0)
                writer.add_attachment({"a.txt", "text/plain", Bytes(300, Byte{7})});
            writer.add_frame(part[i]);
        }
        match.frames.insert(match.frames.end(), part.begin(), part.end());
    }
    if (finish)
        static_cast<void>(writer.finish());
    else
        writer.flush();
    match.file = *bytes;
    return match;
}

const Frame* find_frame(const std::vector<Frame>& frames, Moment moment) {
    const auto at =
        std::lower_bound(frames.begin(), frames.end(), moment,
                         [](const Frame& frame, Moment m) { return frame.moment() < m; });
    return at != frames.end() && at->moment() == moment ? &*at : nullptr;
}

bool same_frame(const Frame& a, const Frame& b) {
    return a.moment() == b.moment() && a.time == b.time && a.wire == b.wire &&
           a.events == b.events && a.snapshot == b.snapshot;
}

int count_right_frames(const ReelReader& reader, const std::vector<Frame>& frames) {
    int count = 0;
    bool right = true;
    const auto read = reader.scan(reader.everything(), ignore_problems, [&](const Frame& frame) {
        const Frame* wanted = find_frame(frames, frame.moment());
        right = right && wanted != nullptr && same_frame(frame, *wanted);
        ++count;
        return right;
    });
    return read && right ? count : -1;
}

}  // namespace tickreel_test
