#pragma once
// Arithmetic on lists of gaps: stretches of ticks [from, to), each within one segment.

#include <span>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

// In order; those that overlap are one. Of two reasons the first that says something stays.
std::vector<Gap> join_gaps(std::vector<Gap> gaps);
// What of `gaps` lies outside of `cut`; both joined. A gap may fall into parts.
std::vector<Gap> gaps_without(std::vector<Gap> gaps, std::span<const Gap> cut);

}  // namespace tickreel
