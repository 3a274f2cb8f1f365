#include "format/reel/one_copy.h"

#include <algorithm>
#include <cmath>

#include "tickreel/base/concat.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

InOrder::InOrder(const MatchView& view, FrameSink& into)
    : view_(view), into_(into), alive_for_(static_cast<Tick>(2 * view.info.ticks_per_second)) {}

void InOrder::add(const Frame& frame, Moment of_file) {
    if (!last_) say_lost_before(frame, of_file);
    say_lost(frame.segment, of_file);
    before(frame.moment());
    into_.add_frame(frame);
    last_ = {of_file, frame.segment};
}

void InOrder::rest() {
    if (last_) say_lost(last_->segment, {last_->of_file.segment + 1, 0});
    for (; segment_ < view_.segments.size(); ++segment_)
        into_.begin_segment(view_.segments[segment_]);
    for (; gap_ < view_.gaps.size(); ++gap_) into_.add_gap(view_.gaps[gap_]);
    for (; marker_ < view_.markers.size(); ++marker_) into_.add_marker(view_.markers[marker_]);
}

void InOrder::before(Moment moment) {
    for (; segment_ < view_.segments.size() && segment_ <= moment.segment; ++segment_)
        into_.begin_segment(view_.segments[segment_]);
    for (; gap_ < view_.gaps.size(); ++gap_) {
        if (Moment{view_.gaps[gap_].segment, view_.gaps[gap_].from} >= moment) break;
        into_.add_gap(view_.gaps[gap_]);
    }
    for (; marker_ < view_.markers.size(); ++marker_) {
        if (view_.markers[marker_].moment > moment) break;
        into_.add_marker(view_.markers[marker_]);
    }
}

// What lies between two frames of the view, if it had one shortly before, or before its first
// one since it began: that it was there is not known otherwise.
void InOrder::say_lost(std::uint32_t segment, Moment until) {
    if (!last_ || last_->segment != segment) return;
    const Moment last = last_->of_file;
    for (const Gap& gap : lost_) {
        const bool here = gap.segment == last.segment && last.tick < gap.from &&
                          Moment{gap.segment, gap.from} < until;
        if (here && gap.from - last.tick <= alive_for_)
            into_.add_gap({segment, gap.from, gap.to, concat(kUnreadableGap, gap.reason)});
    }
}

void InOrder::say_lost_before(const Frame& first, Moment of_file) {
    if (view_.info.start.count() == 0) return;
    const std::chrono::duration<double> since = first.time - view_.info.start;
    const Tick began =
        first.tick - static_cast<Tick>(std::llround(since.count() * view_.info.ticks_per_second));
    for (const Gap& gap : lost_) {
        const Tick from = std::max(gap.from, began);
        if (gap.segment == of_file.segment && gap.from < of_file.tick && from < gap.to)
            into_.add_gap({first.segment, from, gap.to, concat(kUnreadableGap, gap.reason)});
    }
}

void OneCopy::add(const Frame& joined, const Result<std::optional<Frame>>& frame,
                  const ProblemSink& problems) {
    note_failed(joined, frame ? "" : frame.error().message);
    if (!fails_) learn();
    if (!frame)
        problems({frame.error().message});
    else if (*frame)
        order_.add(**frame, joined.moment());
}

void OneCopy::end() {
    learn();
    order_.rest();
}

void OneCopy::learn() {
    if (core_.damage.all().size() == damage_ && !failed_anew_) return;
    damage_ = core_.damage.all().size();
    failed_anew_ = false;
    std::vector<Gap> lost = unreadable_ticks(core_.chunks(), core_.damage.all());
    lost.insert(lost.end(), failed_.begin(), failed_.end());
    order_.lose(join_gaps(std::move(lost)));
}

// A stretch of them lasts until the next frame.
void OneCopy::note_failed(const Frame& joined, const std::string& why) {
    const bool goes_on = fails_ && failed_.back().segment == joined.segment;
    if (goes_on) failed_.back().to = joined.tick + (why.empty() ? 0 : 1);
    if (!goes_on && !why.empty())
        failed_.push_back({joined.segment, joined.tick, joined.tick + 1, why});
    failed_anew_ = failed_anew_ || fails_ || !why.empty();
    fails_ = !why.empty();
}

}  // namespace tickreel
