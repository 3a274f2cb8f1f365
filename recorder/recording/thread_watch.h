#pragma once
// Whether a thread that was last seen at work a while ago waits for something (a disk that stands
// still) or hangs: only then it helps to end the program. Not thread-safe.

#include <chrono>

#include "recorder/net/clock.h"

namespace tickreel {

enum class ThreadSign { Works, Waits, Hangs };

class ThreadWatch {
public:
    static constexpr std::chrono::seconds kPatience{10};

    // `seen`: when it said last that it is at work; `busy`: processor time of all threads but the
    // one that asks. Who waits needs none of it.
    ThreadSign look(Clock::TimePoint now, Clock::TimePoint seen, std::chrono::nanoseconds busy) {
        if (now - seen < kPatience) {
            at_work_ = now;
            busy_ = busy;
            return ThreadSign::Works;
        }
        return busy - busy_ < (now - at_work_) / 2 ? ThreadSign::Waits : ThreadSign::Hangs;
    }

private:
    Clock::TimePoint at_work_{};  // when it last looked so, and what had been worked until then
    std::chrono::nanoseconds busy_{};
};

}  // namespace tickreel
