#pragma once
// The tile layers of a map, those that are drawn and those that physics reads. Sizes and blobs come
// from outside and are checked; reading stops at a budget for the whole map.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickreel/games/teeworlds/datafile.h"
#include "tickreel/games/teeworlds/map_words.h"

namespace tickreel::teeworlds {

inline constexpr int kChunkSide = 16;     // tiles, of a chunk of a packed layer
inline constexpr int kTilesLayer = 2;     // the layer type
inline constexpr int kLayerItemType = 5;  // of the items that are layers

struct Tile {
    std::uint8_t index = 0;
    std::uint8_t flags = 0;   // 1 mirror x, 2 mirror y, 8 turn clockwise
    std::uint8_t number = 0;  // of teleporters, switches, tune zones
};

enum class TileKind : std::uint8_t { Design, Game, Front, Tele, Speedup, Switch, Tune };

struct TileLayer {
    TileKind kind = TileKind::Design;
    int width = 0;
    int height = 0;
    std::array<std::uint8_t, 4> color{};  // red, green, blue, alpha
    int color_envelope = -1;
    int color_offset = 0;  // ms
    int image = -1;
    std::vector<Tile> tiles{};            // row by row; after pack() chunk by chunk
    std::vector<std::uint32_t> chunks{};  // after pack(): where each chunk begins

    // Outside the map the border repeats.
    const Tile& at(int x, int y) const;
    // Chunks of air share one: decoration is mostly air. Left as it is where that saves nothing.
    void pack();
};

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

// What kind of layer the words of a layer item describe, when it is one of tiles.
TileKind tile_kind(Words words);
// `packed` is set when the tiles are packed as 0.7 does.
Result<TileLayer> read_tile_layer(const DataFile& file, Words words, Budget& budget, bool& packed);

}  // namespace tickreel::teeworlds
