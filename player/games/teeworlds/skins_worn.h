#pragma once
// Which skins a recording needs, so that their pictures are read before the frame asks for them.

#include <set>
#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Of the players at some moments of a segment: nearly all of them, for a few reads.
std::set<std::string> skins_worn(const ReelReader& reel, std::uint32_t segment);

}  // namespace tickreel
