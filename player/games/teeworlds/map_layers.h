#pragma once
// Parses the layers of a map from the words of their items.

#include "player/games/teeworlds/map_file.h"

namespace tickreel::teeworlds_art {

using teeworlds::Budget;
using teeworlds::DataFile;
using teeworlds::DataItem;
using teeworlds::word;
using teeworlds::Words;

// Layers that draw nothing (sounds, unknown kinds) are returned without tiles and quads. Sets
// `packed` if the tiles are packed as in 0.7.
Result<MapLayer> read_layer(const DataFile& file, std::span<const std::int32_t> words,
                            Budget& budget, bool& packed);

}  // namespace tickreel::teeworlds_art
