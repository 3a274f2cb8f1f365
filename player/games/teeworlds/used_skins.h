#pragma once
// Finds the skins that a recording uses, so that their pictures are loaded before drawing.

#include <set>
#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel::teeworlds_art {

// The skins at a few moments of a segment: nearly all of them, at little cost.
std::set<std::string> used_skins(const ReelReader& reel, std::uint32_t segment);

}  // namespace tickreel::teeworlds_art
