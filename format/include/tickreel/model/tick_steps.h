#pragma once
// Takes the first snapshot of each step of a segment.

#include <algorithm>
#include <cmath>
#include <optional>

#include "tickreel/model/item.h"

namespace tickreel {

// Steps begin at tick 0 of each segment, whatever range is read: two readers take the same ticks.
class TickSteps {
public:
    TickSteps() = default;                               // takes everything
    explicit TickSteps(double ticks) : ticks_(ticks) {}  // of a step; up to 1: everything

    double ticks() const { return ticks_; }
    bool takes_all() const { return !(ticks_ > 1); }
    // Where the step of the tick begins.
    Tick start_of(Tick tick) const {
        return takes_all() ? tick : static_cast<Tick>(std::floor(step_of(tick) * ticks_));
    }
    // Moments come in order; one that was taken is taken again.
    bool takes(Moment moment) {
        const bool again = taken_ && *taken_ != moment && !takes_all() &&
                           taken_->segment == moment.segment &&
                           step_of(taken_->tick) == step_of(moment.tick);
        if (again) return false;
        taken_ = moment;
        return true;
    }

private:
    // 140 ms of 50 ticks a second are 7.000000000000001 ticks: a step that begins at a tick has it,
    // whichever way its length was rounded. Beginnings that differ are further apart than that.
    double step_of(Tick tick) const {
        constexpr double kRounding = 1e-9;
        const double steps = static_cast<double>(tick) / ticks_;
        return std::floor(steps + std::max(kRounding, std::abs(steps) * 1e-15));
    }

    double ticks_ = 0;
    std::optional<Moment> taken_{};
};

}  // namespace tickreel
