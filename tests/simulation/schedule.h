#pragma once
// The simulated time: what happens when, in order; equal times in the order of asking.

#include <chrono>
#include <functional>
#include <queue>
#include <vector>

#include "recorder/net/clock.h"

namespace tickreel::sim {

using Nanos = std::chrono::nanoseconds;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

class Schedule {
public:
    Nanos now() const { return now_; }
    void at(Nanos when, std::function<void()> what) {
        queue_.push({std::max(when, now_), ++count_, std::move(what)});
    }
    void after(Nanos delay, std::function<void()> what) { at(now_ + delay, std::move(what)); }
    // The next thing, if it is due before `until`.
    bool step(Nanos until) {
        if (queue_.empty() || queue_.top().when >= until) return false;
        // Moved out, not copied: it is popped at once, and its order does not depend on `what`.
        const Entry next = std::move(const_cast<Entry&>(queue_.top()));
        queue_.pop();
        now_ = next.when;
        next.what();
        return true;
    }

private:
    struct Entry {
        Nanos when{};
        std::uint64_t number = 0;
        std::function<void()> what{};
        bool operator<(const Entry& other) const {
            return when != other.when ? when > other.when : number > other.number;
        }
    };
    Nanos now_{};
    std::uint64_t count_ = 0;
    std::priority_queue<Entry> queue_;
};

// The recorder's clocks: the monotonic one may be fast or slow, the wall clock is set now and then.
class SimClock final : public Clock {
public:
    SimClock(const Schedule& schedule, std::int64_t drift_ppm)
        : schedule_(schedule), drift_ppm_(drift_ppm) {
        anchor();
    }
    TimePoint now() const override {
        const Nanos passed = schedule_.now();
        return TimePoint(1000s + passed + passed / 1000000 * drift_ppm_);
    }
    Nanos wall() const override { return Nanos(1700000000s) + now().time_since_epoch() + step_; }
    void set_by(Nanos step) { step_ += step; }
    // What a recording's times may be ahead of now(): how the wall clock is set, or was.
    Nanos ahead() const { return wall() - now().time_since_epoch(); }

private:
    const Schedule& schedule_;
    std::int64_t drift_ppm_;
    Nanos step_{};
};

}  // namespace tickreel::sim
