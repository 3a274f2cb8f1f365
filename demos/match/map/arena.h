#pragma once
// "Tickreel Arena": the level of the embedded match, an original symmetric capture-the-flag map of
// 100 x 40 tiles. Physics tiles only; map_file adds the graphics.

#include <vector>

#include "demos/match/physics.h"

namespace tickreel::match {

TileMap make_arena();

// The positions of the entities of one kind (tile centres), row by row.
std::vector<Vec> entity_positions(const TileMap& tiles, std::uint8_t kind);

}  // namespace tickreel::match
