#pragma once
// The built-in look of functional tiles: their function, by colour.

#include <string>

#include "player/draw/geometry.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel::teeworlds_art {

struct TileLook {
    Color fill{};
    Color edge{};  // along the border to other tiles; alpha 0: none
    bool hatched = false;
    bool ground = false;  // players can stand on it: the top edge is emphasised
    bool operator==(const TileLook&) const = default;
};

// nullptr: invisible (air, entities)
const TileLook* tile_look(TileKind kind, std::uint8_t index);
// The mark of an entity or numbered tile in the entities view: "S", "H", "3"; "": none.
std::string tile_mark(TileKind kind, const Tile& tile);

}  // namespace tickreel::teeworlds_art
