#pragma once
// Limits the average rate per second, and the burst after a pause to the same number.

#include <algorithm>

#include "recorder/net/clock.h"

namespace tickreel {

class RateLimit {
public:
    explicit RateLimit(double per_second = 0) : rate_(per_second), left_(per_second) {}

    // False if the limit is exceeded. A limit of 0 means none.
    bool take(Clock::TimePoint now) {
        if (rate_ <= 0) return true;
        const std::chrono::duration<double> passed = now - last_;
        left_ = std::min(rate_, left_ + rate_ * passed.count());
        last_ = now;
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }

private:
    double rate_;
    double left_;
    Clock::TimePoint last_{};
};

}  // namespace tickreel
