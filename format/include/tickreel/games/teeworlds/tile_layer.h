#pragma once
// The tile layers of a map, for drawing and for physics. Sizes and blobs are untrusted and checked;
// reading stops at a budget for the whole map.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickreel/games/teeworlds/datafile.h"
#include "tickreel/games/teeworlds/map_words.h"

namespace tickreel::teeworlds {

inline constexpr int kChunkSide = 16;     // tiles per side of a chunk of a packed layer
inline constexpr int kTilesLayer = 2;     // the layer type
inline constexpr int kLayerItemType = 5;  // item type of layers

struct Tile {
    std::uint8_t index = 0;
    std::uint8_t flags = 0;   // 1 mirror x, 2 mirror y, 8 rotate clockwise
    std::uint8_t number = 0;  // of teleporters, switches and tune zones
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
    std::vector<Tile> tiles{};            // row by row; after pack(): chunk by chunk
    std::vector<std::uint32_t> chunks{};  // after pack(): where each chunk begins

    // Outside the map the border tiles repeat.
    const Tile& at(int x, int y) const;
    // Stores empty chunks once: decoration is mostly air. Does nothing where that saves no memory.
    void pack();
};

// Limits the memory that one (untrusted) map may use.
struct Budget {
    std::size_t left = std::size_t{256} << 20;

    bool take(std::size_t bytes) {
        if (bytes > left) return false;
        left -= bytes;
        return true;
    }
};

// The kind of tile layer that the words of a layer item describe, if it is one.
TileKind tile_kind(Words words);
// Sets `packed` if the tiles are packed as in 0.7.
Result<TileLayer> read_tile_layer(const DataFile& file, Words words, Budget& budget, bool& packed);

}  // namespace tickreel::teeworlds
