#pragma once
// Which segments of two recordings are the same match: one map, ticks that both have, and, where
// their times tell it, the same time. A map that is played twice is told apart by that.

#include <cstdint>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct SegmentPair {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    Tick begin = 0;          // the first tick in both
    bool same_time = false;  // there, within seconds
};

// In the order of both: first as many pairs at the same time as there can be, then as many pairs,
// then those with the most ticks in common.
std::vector<SegmentPair> pair_segments(const ReelReader& first, const ReelReader& second);

}  // namespace tickreel
