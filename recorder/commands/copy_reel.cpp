#include "recorder/commands/copy_reel.h"

#include <algorithm>

#include <fmt/format.h>

#include "recorder/commands/output/terminal.h"

namespace tickreel {

namespace {

std::string plural(std::uint64_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

Result<Copied> copy_reel(const CommandLine& line, const std::string& path, const ReelReader& from,
                         MomentRange range, FrameSink& into, std::uint32_t first_segment) {
    Copied copied;
    ProgressBar bar(line.progress_wanted(), "writing");
    const Timeline& timeline = from.timeline();
    const std::int64_t start = timeline.position(range.from);
    const auto length =
        static_cast<double>(std::max<std::int64_t>(timeline.position(range.to) - start, 1));
    TallySink sink(into, [&](const Frame& frame) {
        const Moment here{frame.segment - std::min(frame.segment, first_segment), frame.tick};
        bar.show(static_cast<double>(timeline.position(here) - start) / length);
    });
    const auto done =
        copy_frames(from, range, line.problems(path, &copied.problems), sink, first_segment);
    if (!done) return done.error();
    copied.tally = sink.tally();
    return copied;
}

std::string tally_text(const Tally& tally) {
    return fmt::format("{}, {}, {}, {}", plural(tally.snapshots, "snapshot"),
                       plural(tally.events, "event"), plural(tally.markers, "marker"),
                       plural(tally.attachments, "attachment"));
}

}  // namespace tickreel
