#pragma once
// What the timeline shows of delays, per pixel column, and in words: the worst base age, ack lag
// and lateness, and whether something was sent again, as SQL's `connection` has them. No window
// needed.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tickreel/analysis/recording_scan.h"

namespace tickreel {

// Without one snapshot off the wire there is nothing to show.
inline bool has_delay_lane(const DelayTrack& delays) {
    return delays.size() > 0;
}

// The scale is logarithmic and the same in every recording: a frozen client of seconds does not
// flatten what is usual.
inline constexpr double kLeastDelay = 5;           // in ms, and below: the lowest pixel
inline constexpr double kMostDelay = 2'000;        // in ms, and above: the highest one
int delay_level(double milliseconds, int height);  // 1..height

using DelayColumn = std::array<std::uint8_t, kDelayCount>;  // levels by Delay; 0: nothing known
// `edges`: positions, ascending; column i is [edges[i], edges[i + 1]). Between two snapshots: what
// the one before has, unless some are missing there.
std::vector<DelayColumn> delay_columns(const RecordingScan& scan, std::span<const double> edges,
                                       int height);

// The worst of each within [from, to); where no snapshot is, those of the one before.
std::array<std::optional<DelayTrack::Worst>, kDelayCount> delays_at(const RecordingScan& scan,
                                                                    double from, double to);
// "base age 6 ticks (120 ms), tick 1240"; `tick`: of that snapshot.
std::string delay_words(const DelayTrack& delays, Delay delay, std::int32_t value,
                        std::string_view tick);

// Which columns have something that a side sent again, asked for or lost: bits by ConnectionSide.
std::vector<std::uint8_t> resend_columns(const ResendTrack& resends, std::span<const double> edges);
// "server: 3 messages sent again (2 had passed before), 1 request"; empty if there is none. `unit`:
// ResendReader::unit().
std::string resend_words(ConnectionSide side, const ResendCounts& counts, std::string_view unit);

}  // namespace tickreel
