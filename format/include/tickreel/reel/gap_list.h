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
// A range of a recording with what is missing beyond its ends: before its first snapshot, also in
// segments without any, if it begins with that; behind its last one if it ends right behind that.
MomentRange with_ends(const ReelReader& reel, MomentRange range);
// The parts of `gaps` of a recording that lie in a range of it, with_ends().
std::vector<Gap> gaps_within(const ReelReader& reel, MomentRange range, std::span<const Gap> gaps);
// Likewise its markers: a cut from a marker on has one before its first snapshot.
std::span<const Marker> markers_within(const ReelReader& reel, MomentRange range);

}  // namespace tickreel
