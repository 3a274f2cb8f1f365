// Tile storage in chunks: decoration is mostly air.
#include "tickreel/games/teeworlds/tile_layer.h"

#include <algorithm>
#include <array>

namespace tickreel::teeworlds {

namespace {

int chunks_across(int tiles) {
    return (tiles + kChunkSide - 1) / kChunkSide;
}

}  // namespace

void TileLayer::pack() {
    std::vector<Tile> packed(std::size_t{kChunkSide} * kChunkSide);  // the shared chunk of air
    std::vector<std::uint32_t> starts;
    for (int y = 0; y < height; y += kChunkSide) {
        for (int x = 0; x < width; x += kChunkSide) {
            std::array<Tile, std::size_t{kChunkSide} * kChunkSide> chunk{};
            bool air = true;
            for (int i = 0; i < kChunkSide * kChunkSide; ++i) {
                const Tile& tile = at(x + i % kChunkSide, y + i / kChunkSide);
                chunk[static_cast<std::size_t>(i)] = tile;
                air = air && tile.index == 0;
            }
            starts.push_back(air ? 0 : static_cast<std::uint32_t>(packed.size()));
            if (!air) {
                packed.insert(packed.end(), chunk.begin(), chunk.end());
            }
            if (packed.size() >= tiles.size()) {
                return;
            }
        }
    }
    packed.shrink_to_fit();
    tiles = std::move(packed);
    chunks = std::move(starts);
}

const Tile& TileLayer::at(int x, int y) const {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
    if (!chunks.empty()) {
        const int chunk = y / kChunkSide * chunks_across(width) + x / kChunkSide;
        return tiles[chunks[static_cast<std::size_t>(chunk)] +
                     static_cast<std::size_t>(y % kChunkSide * kChunkSide + x % kChunkSide)];
    }
    return tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
}

}  // namespace tickreel::teeworlds
