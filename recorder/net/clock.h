#pragma once
// The recorder's time. Deadlines use now(), which never jumps. utc() is the time stamp of
// datagrams: the wall clock at anchor(), continued without its later corrections, so that an
// adjusted or wrong clock neither reorders nor loses recorded data. Tests and simulators supply
// their own clock.

#include <chrono>
#include <ctime>

namespace tickreel {

class Clock {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    virtual ~Clock() = default;
    virtual TimePoint now() const = 0;
    virtual std::chrono::nanoseconds wall() const = 0;  // UTC since 1970, the system's current time
    // How long the machine was suspended, since some time: now() stood still then.
    virtual std::chrono::nanoseconds asleep() const { return {}; }

    // Resynchronises with the wall clock: at the start, and when nobody is being recorded.
    void anchor() { offset_ = wall() - now().time_since_epoch(); }
    // What utc() is ahead of now(), and what it was for an earlier recorder, whose clients play on.
    std::chrono::nanoseconds offset() const { return offset_; }
    void go_on(std::chrono::nanoseconds offset) { offset_ = offset; }
    std::chrono::nanoseconds utc() const { return utc(now()); }
    // In microseconds: what is finer is noise that a recording would keep in every frame.
    std::chrono::nanoseconds utc(TimePoint at) const {
        return std::chrono::floor<std::chrono::microseconds>(at.time_since_epoch() + offset_);
    }
    // How far the wall clock has been adjusted since anchor().
    std::chrono::nanoseconds step() const { return wall() - utc(); }

private:
    std::chrono::nanoseconds offset_{};
};

class SystemClock final : public Clock {
public:
    SystemClock() { anchor(); }
    // As std::chrono::steady_clock::now(), which is not inlined; the wire asks twice a datagram.
    TimePoint now() const override {
        timespec now{};
        ::clock_gettime(CLOCK_MONOTONIC, &now);
        return TimePoint(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
    }
    std::chrono::nanoseconds wall() const override {
        return std::chrono::system_clock::now().time_since_epoch();
    }
    std::chrono::nanoseconds asleep() const override {
        timespec with{};
        ::clock_gettime(CLOCK_BOOTTIME, &with);
        return std::chrono::seconds(with.tv_sec) + std::chrono::nanoseconds(with.tv_nsec) -
               now().time_since_epoch();
    }
};

}  // namespace tickreel
