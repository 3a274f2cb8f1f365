#include "recorder/games/teeworlds/loss_log.h"

#include <algorithm>
#include <utility>

#include "tickreel/base/concat.h"

namespace tickreel::teeworlds {

namespace {

std::string_view failure_name(SnapFailure failure) {
    switch (failure) {
        case SnapFailure::BaseMissing:
            return "snapshots without base";
        case SnapFailure::BadDelta:
            return "snapshots broken";
        case SnapFailure::Incomplete:
            return "snapshots incomplete";
        case SnapFailure::Late:
            return "snapshots too late";
        case SnapFailure::None:
            break;
    }
    return "snapshots";
}

}  // namespace

void LossLog::take(const SnapOutcome& outcome) {
    const Tick missing_from = begin_of_loss(outcome);
    if (outcome.failure != SnapFailure::Late) find_unreadable(outcome);
    if (outcome.failure != SnapFailure::None) return take_lost(outcome, missing_from);
    note_known(outcome.tick);
    end_undecodable();
    if (first_decoded_ == kNoTick) first_decoded_ = outcome.tick;
}

void LossLog::acknowledge(Tick tick) {
    acknowledged_.push_back(tick);
    if (acknowledged_.size() > kMaxAcknowledged) acknowledged_.pop_front();
}

void LossLog::end_timeline() {
    end_undecodable();
    end_acknowledged();
    first_decoded_ = last_outcome_ = kNoTick;
    pace_ = 0;
    unreadable_.clear();
    known_ticks_.clear();
    baseless_.clear();
    acked_.clear();
}

// Of what is missing up to this snapshot, if it did not come whole.
Tick LossLog::begin_of_loss(const SnapOutcome& outcome) {
    if (outcome.failure == SnapFailure::Late) return outcome.tick;
    const bool lost = outcome.failure != SnapFailure::None && first_decoded_ != kNoTick;
    const Tick from =
        lost ? acked_.missing_before(outcome.tick, missing_base(outcome), pace_) : outcome.tick;
    acked_.pass(outcome.tick, outcome.time);
    return from;
}

void LossLog::take_lost(const SnapOutcome& outcome, Tick missing_from) {
    ++lost_[std::string(failure_name(outcome.failure))];
    const Tick base = missing_base(outcome);
    if (base != kNoTick) {
        frames_.add_lost(base, outcome.text, outcome.time);
        note_known(base);
    }
    if (missing_from < outcome.tick && missing_from != base)
        frames_.add_lost_range(missing_from, outcome.tick - 1, outcome.text, outcome.time);
    frames_.add_lost(outcome.tick, outcome.text, outcome.time);
    note_known(outcome.tick);
    // All of it came, and a client's datagrams have a checksum: this was damaged later.
    if (outcome.failure == SnapFailure::BadDelta) return report_(outcome.text, InputLoss::Part);
    if (outcome.failure == SnapFailure::BaseMissing && builds_on_nothing(outcome)) {
        baseless_.erase(baseless_.begin(),
                        baseless_.lower_bound(outcome.tick - SnapReceiver::kStoreTicks));
        baseless_.insert(outcome.tick);
    }
    if (!is_loss_of_input(outcome)) return report_(outcome.text, InputLoss::None);
    if (!undecodable_) undecodable_ = {outcome.tick, outcome.tick, Tick{outcome.base_tick}, 0};
    undecodable_->last = outcome.tick;
    ++undecodable_->snapshots;
}

// A server builds on what the client acknowledged: what it had and we lack, the way did not lose.
// Before the first snapshot of a recording from the middle, all bases are of that kind.
bool LossLog::is_loss_of_input(const SnapOutcome& outcome) const {
    return outcome.failure == SnapFailure::BaseMissing && first_decoded_ != kNoTick &&
           outcome.base_tick >= first_decoded_ && !builds_on_nothing(outcome);
}

// On itself, or on one that does: no client could decode that. A server sends it only if it was
// told of the tick before it made the snapshot; otherwise the snapshot was damaged on its way.
bool LossLog::builds_on_nothing(const SnapOutcome& outcome) const {
    if (outcome.base_tick != outcome.tick) return baseless_.contains(outcome.base_tick);
    return std::find(acknowledged_.begin(), acknowledged_.end(), outcome.tick) !=
           acknowledged_.end();
}

// The base of such a one, if that did not come at all: the client had it, so there was one, and
// nothing else tells. Else kNoTick.
Tick LossLog::missing_base(const SnapOutcome& outcome) const {
    const Tick base = outcome.base_tick;
    const bool missing =
        is_loss_of_input(outcome) && base > known_ticks_.front() &&
        std::find(known_ticks_.begin(), known_ticks_.end(), base) == known_ticks_.end();
    return missing ? base : kNoTick;
}

// Of the ticks that can be bases.
void LossLog::note_known(Tick tick) {
    known_ticks_.push_back(tick);
    while (known_ticks_.front() < known_ticks_.back() - SnapReceiver::kStoreTicks ||
           std::ssize(known_ticks_) >
               SnapReceiver::kStoreTicks)  // also of a server whose ticks go back
        known_ticks_.pop_front();
}

void LossLog::note_unreadable(Time time) {
    if (unreadable_.size() < kMaxUnreadable) unreadable_.push_back(time);
}

// Between two snapshots that are farther apart than others there was perhaps none; but if packets
// came then that could not be read, not more than are missing, those were it.
void LossLog::find_unreadable(const SnapOutcome& next) {
    const Tick step = last_outcome_ == kNoTick ? 0 : next.tick - last_outcome_;
    const auto between = [&](Time time) { return time > last_outcome_time_ && time < next.time; };
    const auto count = std::count_if(unreadable_.begin(), unreadable_.end(), between);
    if (count > 0 && pace_ > 0 && step > pace_ && count <= (step - 1) / pace_) {
        const std::string reason = "the packet that came then could not be read";
        // A server may have paused for the rest, and a damaged tick may be any: as many as came.
        const Time came = *std::find_if(unreadable_.begin(), unreadable_.end(), between);
        for (std::ptrdiff_t i = 1; i <= count; ++i) {
            frames_.add_lost(last_outcome_ + i * pace_, reason, came);
            note_known(last_outcome_ + i * pace_);
        }
        report_(concat("between tick ", last_outcome_, " and tick ", next.tick, ": ", count,
                       count == 1 ? " packet" : " packets", " of the server could not be read"),
                InputLoss::Part);
    }
    std::erase_if(unreadable_, [&](Time time) { return time < next.time; });
    if (step > 0 && (pace_ == 0 || step < pace_)) pace_ = step;
    last_outcome_ = next.tick;
    last_outcome_time_ = next.time;
}

void LossLog::end_undecodable() {
    if (!undecodable_) return;
    const Undecodable run = *std::exchange(undecodable_, std::nullopt);
    const std::string lacks =
        concat(" from tick ", run.base, ", which the client had and the capture lacks");
    if (run.snapshots == 1)
        report_(concat("tick ", run.first, " could not be decoded: it differs", lacks),
                InputLoss::Part);
    else
        report_(concat("ticks ", run.first, "..", run.last, ": ", run.snapshots,
                       " snapshots could not be decoded: the first differs", lacks,
                       ", the others from those before them"),
                InputLoss::Part);
}

// No snapshot follows that would build on them.
void LossLog::end_acknowledged() {
    const auto missing = acked_.behind_newest(pace_);
    if (!missing || first_decoded_ == kNoTick) return;
    frames_.add_lost_range(missing->from, missing->last,
                           "the client acknowledged snapshots that did not arrive", missing->since);
    const std::string ticks = missing->from == missing->last
                                  ? concat("tick ", missing->last)
                                  : concat("ticks ", missing->from, "..", missing->last);
    report_(concat(ticks, ": the client acknowledged snapshots that the capture lacks"),
            InputLoss::Part);
}

}  // namespace tickreel::teeworlds
