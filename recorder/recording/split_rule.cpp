#include "recorder/recording/split_rule.h"

#include "recorder/recording/match_start.h"

namespace tickreel {

void SplitRule::note_type(const Schema& schema, TypeId id) {
    note_fields(schema, id, game_.match_starts, match_starts_);
}

void SplitRule::begin_segment() {
    if (options_.rounds) options_.rounds->begin_segment(member_);
    match_ = {};
}

void SplitRule::ask() {
    if (options_.rounds)
        options_.rounds->split();  // all clients together
    else
        wanted_ = true;
}

bool SplitRule::any_inside() const {
    return options_.split_bytes != 0 || options_.split_time.count() != 0 ||
           options_.split_by_match || options_.rounds != nullptr;
}

bool SplitRule::is_due(const Schema& schema, const Segment& segment, const Frame& next,
                       const std::optional<OpenFile>& open) {
    const bool begins =
        options_.split_by_match &&
        match_.see(next.tick, match_start_in(schema, match_starts_, next.snapshot)).has_value();
    if (options_.rounds)
        find_round(segment, next, begins, open);
    else if (begins)
        wanted_ = true;
    if (!open) return false;
    return wanted_ || open->size.is_full(options_.split_bytes) ||
           (options_.split_time.count() != 0 && next.time - open->start >= options_.split_time);
}

void SplitRule::find_round(const Segment& segment, const Frame& frame, bool begins,
                           const std::optional<OpenFile>& open) {
    const unsigned round = options_.rounds->round_of(
        member_, {segment, frame.tick, frame.time, game_.ticks_per_second, match_.start(), begins});
    if (round != round_) wanted_ = true;
    round_ = round;
    if (open && !wanted_) options_.rounds->count(member_, round, open->size);
}

}  // namespace tickreel
