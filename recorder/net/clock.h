#pragma once
// The time of the recorder. Deadlines are asked of now(), which never jumps. utc() is what
// datagrams are stamped with: the wall clock as it was at anchor(), carried on without its later
// steps, so that a corrected or wrong clock neither reorders nor loses anything that is recorded.
// A test or a simulator brings a clock of its own.

#include <chrono>

namespace tickreel {

class Clock {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    virtual ~Clock() = default;
    virtual TimePoint now() const = 0;
    virtual std::chrono::nanoseconds wall() const = 0;  // UTC since 1970, as the system has it now

    // Begins anew from the wall clock: at the start, and when nobody is being recorded.
    void anchor() { offset_ = wall() - now().time_since_epoch(); }
    std::chrono::nanoseconds utc() const { return now().time_since_epoch() + offset_; }
    // How far the wall clock has been moved since anchor().
    std::chrono::nanoseconds step() const { return wall() - utc(); }

private:
    std::chrono::nanoseconds offset_{};
};

class SystemClock final : public Clock {
public:
    SystemClock() { anchor(); }
    TimePoint now() const override { return std::chrono::steady_clock::now(); }
    std::chrono::nanoseconds wall() const override {
        return std::chrono::system_clock::now().time_since_epoch();
    }
};

}  // namespace tickreel
