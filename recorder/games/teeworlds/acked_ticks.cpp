#include "recorder/games/teeworlds/acked_ticks.h"

#include <algorithm>

namespace tickreel::teeworlds {

void AckedTicks::acknowledge(Tick tick, Tick intended, Time time) {
    if (newest_ == kNoTick) return;
    if (tick <= newest_) {
        if (ahead_.empty()) nothing_new_ = time;
        return;
    }
    const std::chrono::duration<double> later = std::max(time, newest_time_) - newest_time_;
    const double possible = later.count() * kTicksPerSecond + kJitter;
    if (tick > intended || static_cast<double>(tick - newest_) > possible) return;
    if (!ahead_.empty() && tick <= ahead_.back().tick) return;
    if (ahead_.size() == kMost) ahead_.pop_back();  // the first and the last matter
    ahead_.push_back({tick, time});
}

void AckedTicks::pass(Tick tick, Time time) {
    newest_ = tick;
    newest_time_ = nothing_new_ = time;
    for (; !ahead_.empty() && ahead_.front().tick <= tick; ahead_.pop_front())
        nothing_new_ = std::max(nothing_new_, ahead_.front().time);
}

// A client acknowledges some only. What a server sends at its pace began at once, but for a pause.
Tick AckedTicks::begin(Tick known, Tick pace) const {
    if (newest_ == kNoTick || pace <= 0 || nothing_new_ - newest_time_ > kPause) return known;
    return std::min(known, newest_ + pace);
}

std::optional<AckedTicks::Missing> AckedTicks::behind_newest(Tick pace) const {
    if (ahead_.empty()) return std::nullopt;
    const Ack& first = ahead_.front();
    return Missing{begin(first.tick, pace), ahead_.back().tick, first.time};
}

Tick AckedTicks::missing_before(Tick tick, Tick base, Tick pace) const {
    Tick known = tick;
    if (base > newest_) known = std::min(known, base);
    if (!ahead_.empty()) known = std::min(known, ahead_.front().tick);
    return known < tick ? begin(known, pace) : tick;
}

}  // namespace tickreel::teeworlds
