#include <algorithm>
#include <limits>

#include "tickreel/base/interrupted.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/known_gaps.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/statistics.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// Copies a reel to a sink in the order that sinks expect: whatever belongs to a moment comes before
// the first frame at or after it.
class Copy {
public:
    // `gaps`: of the whole recording.
    Copy(const ReelReader& from, MomentRange range, FrameSink& into, std::uint32_t first_segment,
         std::span<const Gap> gaps)
        : from_(from),
          range_(range),
          into_(into),
          first_segment_(first_segment),
          markers_(markers_within(from, range)),
          gaps_(gaps_within(from, range, gaps)) {
        range_.from.segment = with_ends(from, range).from.segment;  // also those without a snapshot
    }

    Result<void> start() {
        for (const ItemType& type : from_.schema().types()) types_.push_back(into_.add_type(type));
        for (std::size_t i = 0; i < types_.size(); ++i) same_types_ = same_types_ && types_[i] == i;
        for (const auto& [key, value] : from_.info().properties) into_.set_property(key, value);
        for (std::size_t i = 0; i < from_.attachments().size(); ++i) {
            Result<Bytes> bytes = from_.attachment(i);
            if (!bytes) {
                lost_.push_back(bytes.error().message);
                continue;
            }
            const AttachmentInfo& info = from_.attachments()[i];
            into_.add_attachment({info.name, info.media, std::move(*bytes)});
        }
        next_segment_ = range_.from.segment;
        learn_of_damage();
        return {};
    }

    void add(const Frame& frame) {
        learn_of_damage();
        bring_up_to(frame.moment());
        if (same_types_ && offset() == 0) {
            into_.add_frame(frame);
            return;
        }
        Frame copy = frame;
        copy.segment = renumber(frame.segment);
        if (!same_types_) rename_types(copy);
        into_.add_frame(copy);
    }

    // Everything after the last frame.
    void end() {
        learn_of_damage();
        bring_up_to(ends_before_snapshots()
                        ? Moment{range_.to.segment - 1, std::numeric_limits<Tick>::max()}
                        : range_.to);
        if (!gaps_.empty()) bring_up_to({gaps_.back().segment, gaps_.back().to});
        while (next_marker_ < markers_.size()) next_marker();
    }

    const std::vector<std::string>& lost() const { return lost_; }

private:
    std::uint32_t offset() const { return range_.from.segment - first_segment_; }
    std::uint32_t renumber(std::uint32_t segment) const { return segment - offset(); }
    // The range ends before the first snapshot of its last segment, which would be a segment of
    // which all are missing.
    bool ends_before_snapshots() const {
        const auto& spans = from_.timeline().segments();
        if (range_.to.segment >= spans.size() || range_.to.segment == range_.from.segment)
            return false;
        const SegmentSpan& span = spans[range_.to.segment];
        return span.first <= span.last && range_.to.tick <= span.first;
    }
    void bring_up_to(Moment moment) {
        const auto segments = from_.segments();
        for (; next_segment_ <= moment.segment && next_segment_ < segments.size(); ++next_segment_)
            into_.begin_segment(segments[next_segment_]);
        for (; next_gap_ < gaps_.size(); ++next_gap_) {
            Gap gap = gaps_[next_gap_];
            if (Moment{gap.segment, gap.from} >= moment) break;
            done_ = {gap.segment, gap.to};
            gap.segment = renumber(gap.segment);
            into_.add_gap(gap);
        }
        while (next_marker_ < markers_.size() && markers_[next_marker_].moment <= moment)
            next_marker();
    }

    // What cannot be read was there all the same: it becomes a gap that says so, else the copy
    // would say that it never arrived. Reading finds the damage on its way.
    void learn_of_damage() {
        if (from_.damage().size() == known_damage_) return;
        known_damage_ = from_.damage().size();
        std::vector<Gap> lost = gaps_within(from_, range_, unreadable_ticks(from_));
        for (Gap& gap : lost) gap.reason = kUnreadableGap + gap.reason;
        std::vector<Gap> ahead(gaps_.begin() + static_cast<std::ptrdiff_t>(next_gap_), gaps_.end());
        for (Gap& gap : gaps_without(std::move(ahead), lost)) lost.push_back(std::move(gap));
        std::erase_if(lost, [&](const Gap& gap) { return Moment{gap.segment, gap.from} < done_; });
        gaps_ = join_gaps(std::move(lost));
        next_gap_ = 0;
    }

    void next_marker() {
        Marker marker = markers_[next_marker_++];
        marker.moment.segment = renumber(marker.moment.segment);
        into_.add_marker(marker);
    }

    TypeId renamed(TypeId type) const { return type < types_.size() ? types_[type] : type; }

    void rename_types(Frame& frame) const {
        SnapshotBuilder snapshot;
        for (const Item item : frame.snapshot)
            snapshot.set({renamed(item.key.type), item.key.entity}, item.row);
        frame.snapshot = snapshot.build();
        for (Event& event : frame.events) event.type = renamed(event.type);
    }

    const ReelReader& from_;
    MomentRange range_;
    FrameSink& into_;
    std::uint32_t first_segment_;
    std::span<const Marker> markers_;
    std::vector<Gap> gaps_;
    std::vector<TypeId> types_;  // indexed by the source's type id
    bool same_types_ = true;
    std::uint32_t next_segment_ = 0;
    std::size_t next_gap_ = 0;
    std::size_t known_damage_ = 0;
    Moment done_{0, std::numeric_limits<Tick>::min()};  // gaps before it are in the copy
    std::size_t next_marker_ = 0;
    std::vector<std::string> lost_;
};

Result<void> run(const ReelReader& from, MomentRange range, const ProblemSink& problems, Copy copy,
                 const std::function<bool()>& stopped) {
    for (const std::string& lost : copy.lost()) problems({lost});
    bool interrupted = false;
    Result<void> read = from.scan(range, problems, [&](const Frame& frame) {
        copy.add(frame);
        interrupted = stopped && stopped();
        return !interrupted;
    });
    if (!read) return read;
    if (interrupted) return fail(kInterrupted);
    copy.end();
    return {};
}

}  // namespace

Result<void> copy_frames(const ReelReader& from, MomentRange range, const ProblemSink& problems,
                         FrameSink& into, std::uint32_t first_segment,
                         const std::function<bool()>& stopped) {
    Copy copy(from, range, into, first_segment, from.gaps());
    if (Result<void> started = copy.start(); !started) return started;
    return run(from, range, problems, std::move(copy), stopped);
}

Result<void> copy_with_known_gaps(const ReelReader& from, MomentRange range,
                                  const ProblemSink& problems, FrameSink& into,
                                  std::uint32_t first_segment,
                                  const std::function<bool()>& stopped) {
    const Result<Statistics> counts = from.statistics();
    if (!counts) return counts.error();
    Copy copy(from, range, into, first_segment, counts->gaps);
    if (Result<void> started = copy.start(); !started) return started;
    into.set_property(kLongSteps, kPaused);
    return run(from, range, problems, std::move(copy), stopped);
}

}  // namespace tickreel
