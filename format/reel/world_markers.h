#pragma once
// The markers of the world of a match file: what one person marked is in each view, at the newest
// snapshot that it had then.

#include <vector>

#include "tickreel/reel/match_reader.h"

namespace tickreel {

// In moments of the world, in order. Markers of several views with one text and color are one if
// they are at most a second apart.
std::vector<Marker> world_markers(const MatchReader& match);

}  // namespace tickreel
