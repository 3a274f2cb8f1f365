#pragma once
// When a background pass over a whole recording shows what it has so far: four times a second.

#include <algorithm>
#include <chrono>

#include "tickreel/base/background.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class ScanPace {
public:
    ScanPace(const ReelReader& reader, WorkControl& control)
        : timeline_(reader.timeline()), control_(control) {}

    // Whether it is time to publish; then the progress is reported as well.
    bool due(Moment moment) {
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(250)) return false;
        last_ = now;
        const auto all = static_cast<double>(std::max<std::int64_t>(timeline_.length(), 1));
        control_.set_progress(static_cast<double>(timeline_.position(moment)) / all);
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;

    const Timeline& timeline_;
    WorkControl& control_;
    Clock::time_point last_ = Clock::now();
};

}  // namespace tickreel
