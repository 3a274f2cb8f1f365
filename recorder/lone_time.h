#pragma once
// A time in a file of packets that was damaged. A packet that lies more than a second outside of
// the times of the packets before and behind it, which are in order, was not captured then: the
// time of the one before serves. A clock that was set stays set, so its packets are left as they
// are.

#include <chrono>
#include <optional>

namespace tickreel {

// Captures of several interfaces are in order to some milliseconds only.
inline constexpr std::chrono::nanoseconds kDisorder = std::chrono::seconds(1);

// Of a packet with one behind it. `before`: as it is used; none: this is the first.
inline bool is_lone_time(std::optional<std::chrono::nanoseconds> before,
                         std::chrono::nanoseconds time, std::chrono::nanoseconds behind) {
    if (!before) return time > behind + kDisorder;
    return *before <= behind && (time > behind + kDisorder || time + kDisorder < *before);
}

}  // namespace tickreel
