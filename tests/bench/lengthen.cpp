#include "tests/bench/lengthen.h"

#include "tickreel/reel/reel_writer.h"

namespace tickreel {

Result<void> lengthen(const ReelReader& reel, double hours, const std::string& to) {
    auto out = create_file(to, IfExists::Replace);
    if (!out) return out.error();
    ReelWriter writer(std::move(*out), reel.info());
    for (const ItemType& type : reel.schema().types()) writer.add_type(type);
    writer.begin_segment(reel.segments()[0]);
    for (std::size_t i = 0; i < reel.attachments().size(); ++i) {
        const AttachmentInfo& info = reel.attachments()[i];
        auto bytes = reel.attachment(i);
        if (!bytes) return bytes.error();
        writer.add_attachment({info.name, info.media, *std::move(bytes)});
    }
    const double rate = reel.timeline().ticks_per_second();
    const Tick length = reel.timeline().length() + 2;
    const auto wanted = static_cast<Tick>(hours * 3600 * rate);
    for (Tick shift = 0; shift < wanted; shift += length) {
        const auto add = [&](const Frame& frame) {
            Frame moved = frame;
            moved.tick += shift;
            moved.time += std::chrono::nanoseconds(
                static_cast<std::int64_t>(static_cast<double>(shift) / rate * 1e9));
            if (frame.segment == 0) writer.add_frame(moved);
            return frame.segment == 0;
        };
        if (auto done = reel.scan(reel.everything(), ignore_problems, add); !done) return done;
    }
    return writer.finish();
}

}  // namespace tickreel
