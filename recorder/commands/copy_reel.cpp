#include "recorder/commands/copy_reel.h"

#include <algorithm>

#include <fmt/format.h>

#include "recorder/commands/output/terminal.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/known_gaps.h"

namespace tickreel {

Result<Tally> copy_reel(const CommandLine& line, const ProblemSink& problems,
                        const ReelReader& from, MomentRange range, FrameSink& into,
                        std::uint32_t first_segment, CopiedGaps gaps) {
    ProgressBar bar(line.progress_wanted(), "writing");
    const Timeline& timeline = from.timeline();
    const std::int64_t start = timeline.position(range.from);
    const auto length =
        static_cast<double>(std::max<std::int64_t>(timeline.position(range.to) - start, 1));
    TallySink sink(into, [&](const Frame& frame) {
        const Moment here{frame.segment - std::min(frame.segment, first_segment), frame.tick};
        bar.show(static_cast<double>(timeline.position(here) - start) / length);
    });
    const StopSignals stop;
    const auto copy = gaps == CopiedGaps::Known ? copy_with_known_gaps : copy_frames;
    const auto done =
        copy(from, range, problems, sink, first_segment, [&] { return stop.arrived(); });
    if (!done) return done.error();
    return sink.tally();
}

Result<void> scan_until(const StopSignals& stop, const ReelReader& reel,
                        const std::function<bool(const Frame&)>& take) {
    bool interrupted = false;
    auto scanned = reel.scan(reel.everything(), ignore_problems, [&](const Frame& frame) {
        interrupted = stop.arrived();
        return !interrupted && take(frame);
    });
    if (interrupted) return fail(kInterrupted);
    return scanned;
}

std::string tally_text(const Tally& tally) {
    return fmt::format("{}, {}, {}, {}", plural(tally.snapshots, "snapshot"),
                       plural(tally.events, "event"), plural(tally.markers, "marker"),
                       plural(tally.attachments, "attachment"));
}

}  // namespace tickreel
