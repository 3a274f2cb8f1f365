#pragma once
// Reads the part of a map file that physics needs: its game layer. Accepts maps of any version;
// ignores pictures, quads and envelopes.

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/games/teeworlds/tile_layer.h"
#include "tickreel/games/teeworlds/tile_map.h"

namespace tickreel::teeworlds {

Result<TileMap> read_game_tiles(ByteView map);
TileMap tile_map_of(const TileLayer& layer);

}  // namespace tickreel::teeworlds
