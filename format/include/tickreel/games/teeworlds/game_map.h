#pragma once
// What physics needs of a map file: its game layer. A map of any version of the game; pictures,
// quads and envelopes are not looked at.

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/games/teeworlds/tile_layer.h"
#include "tickreel/games/teeworlds/tile_map.h"

namespace tickreel::teeworlds {

Result<TileMap> read_game_tiles(ByteView map);
TileMap tile_map_of(const TileLayer& layer);

}  // namespace tickreel::teeworlds
