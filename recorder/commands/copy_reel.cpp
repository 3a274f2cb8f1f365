#include "recorder/commands/copy_reel.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "recorder/commands/output/terminal.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/known_gaps.h"

namespace tickreel {

namespace {

// The times of a recording count from its first snapshot, without the pauses between segments: in a
// copy without what cannot be read at an end of a segment they are others.
class CopiedTimes {
public:
    explicit CopiedTimes(const Timeline& original)
        : original_(original), spans_(original.segments().size(), SegmentSpan{0, -1}) {}

    void add(Moment frame) {
        if (frame.segment >= spans_.size()) return;
        SegmentSpan& span = spans_[frame.segment];
        if (span.last < span.first) span.first = frame.tick;
        span.last = frame.tick;
        last_ = frame;
    }
    std::string text() const {
        if (!last_) return {};
        const Timeline copy(spans_, original_.ticks_per_second());
        const auto time = [&](const Timeline& of) { return of.seconds(*last_); };
        if (time(copy) == time(original_)) return {};
        return fmt::format("; its times are others: {} is {} in it",
                           Timeline::format_time(time(original_)),
                           Timeline::format_time(time(copy)));
    }

private:
    const Timeline& original_;
    std::vector<SegmentSpan> spans_;
    std::optional<Moment> last_{};
};

}  // namespace

Result<Tally> copy_reel(const CommandLine& line, const ProblemSink& problems,
                        const ReelReader& from, MomentRange range, FrameSink& into,
                        std::uint32_t first_segment, CopiedGaps gaps) {
    ProgressBar bar(line.progress_wanted(), "writing");
    const Timeline& timeline = from.timeline();
    const std::int64_t start = timeline.position(range.from);
    const auto length =
        static_cast<double>(std::max<std::int64_t>(timeline.position(range.to) - start, 1));
    const std::uint32_t offset = with_ends(from, range).from.segment;  // as it is copied
    CopiedTimes times(timeline);
    TallySink sink(into, [&](const Frame& frame) {
        const std::uint32_t own = frame.segment - std::min(frame.segment, first_segment);
        const Moment here{own + offset, frame.tick};
        times.add(here);
        bar.show(static_cast<double>(timeline.position(here) - start) / length);
    });
    const StopSignals stop;
    const auto copy = gaps == CopiedGaps::Known ? copy_with_known_gaps : copy_frames;
    const auto done =
        copy(from, range, problems, sink, first_segment, [&] { return stop.arrived(); });
    if (!done) return done.error();
    Tally tally = sink.tally();
    // Of a part everybody knows it, and of several recordings in one.
    if (range.from == from.everything().from && first_segment == 0)
        tally.other_times = times.text();
    return tally;
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
    return fmt::format("{}, {}, {}, {}{}", plural(tally.snapshots, "snapshot"),
                       plural(tally.events, "event"), plural(tally.markers, "marker"),
                       plural(tally.attachments, "attachment"), tally.other_times);
}

}  // namespace tickreel
