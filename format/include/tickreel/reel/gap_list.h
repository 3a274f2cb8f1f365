#pragma once
// Set operations on lists of gaps: stretches of ticks [from, to), each within one segment; and what
// of a recording's lists lies in a range of it.

#include <span>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Sorted and merged where they overlap. Of two reasons the earlier one stays where both hold, of
// two that begin together that of the longer one.
std::vector<Gap> join_gaps(std::vector<Gap> gaps);
// The parts of `gaps` outside `cut`; both must be joined. A gap may be split.
std::vector<Gap> gaps_without(std::vector<Gap> gaps, std::span<const Gap> cut);
// The parts of `gaps` of a recording that lie in a range of it. One that begins with its first
// snapshot has all that is missing before, one that ends right behind its last all that is missing
// after.
std::vector<Gap> gaps_within(const ReelReader& reel, MomentRange range, std::span<const Gap> gaps);
// Likewise the recording's markers: a cut from a marker on has one before its first snapshot.
std::span<const Marker> markers_within(const ReelReader& reel, MomentRange range);

}  // namespace tickreel
