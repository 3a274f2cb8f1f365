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
        if (seen != seen_) {
            seen_ = seen;
            begin(now, busy);
        }
        if (now - seen < kPatience) return sign_ = ThreadSign::Works;
        if (sign_ != ThreadSign::Works && now - from_ < kPatience) return sign_;
        sign_ = busy - busy_ < (now - from_) / 2 ? ThreadSign::Waits : ThreadSign::Hangs;
        begin(now, busy);
        return sign_;
    }

private:
    void begin(Clock::TimePoint now, std::chrono::nanoseconds busy) {
        from_ = now;
        busy_ = busy;
    }

    Clock::TimePoint seen_{};
    // The time that is judged next began here, and so much had been worked until then.
    Clock::TimePoint from_{};
    std::chrono::nanoseconds busy_{};
    ThreadSign sign_ = ThreadSign::Works;
};

}  // namespace tickreel
