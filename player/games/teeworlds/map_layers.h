#pragma once
// The layers of a map from the words of their items.

#include <cstddef>

#include "player/games/teeworlds/datafile.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel {

// How much memory one map may take; a foreign file cannot ask for more.
struct Budget {
    std::size_t left = std::size_t{256} << 20;

    bool take(std::size_t bytes) {
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }
};

// Layers that draw nothing (sounds, unknown kinds) come back without tiles and quads.
// `packed` is set when the tiles are packed as 0.7 does.
Result<MapLayer> read_layer(const DataFile& file, std::span<const std::int32_t> words,
                            Budget& budget, bool& packed);

}  // namespace tickreel
