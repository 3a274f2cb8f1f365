#pragma once
// Tile layers seen from far away: a few pixels a tile, made once. Drawing every tile then would
// take long and flicker.

#include <array>
#include <vector>

#include "player/draw/image.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel {

inline constexpr int kTilesAcross = 16;  // tiles of an image, each way

// Where the corners of a tile's picture go, clockwise from the top left, as its flags turn it.
std::array<Vec2, 4> turned_corners(std::uint8_t flags);

// How fine overviews are: pixels a tile, of every `step`th tile each way.
struct OverviewScale {
    int detail = 1;
    int step = 1;
};
// The finest for which this many tiles fit into the memory that overviews may have.
OverviewScale overview_scale(std::int64_t tiles);

// All tiles of an image, each shrunk to `detail` x `detail` pixels; empty when it has too few.
Image shrunk_tiles(const Image& image, int detail);
// `shrunk` may be nullptr or empty: plain white then. Layers of one size give one size.
Image layer_overview(const TileLayer& tiles, const Image* shrunk, OverviewScale scale);
// Blends an overview over another of the same size.
void paint_over(Image& under, const Image& over, Color tint);

// Where a layer has tiles at all, in chunks of it: most layers are mostly air.
class FilledChunks {
public:
    FilledChunks() = default;
    explicit FilledChunks(const TileLayer& layer);
    // How many tiles from (x, y) to the right are known to be air; 0 = look.
    int empty_run(int x, int y) const;

private:
    std::size_t index(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(column);
    }

    int columns_ = 0;
    int rows_ = 0;
    std::vector<bool> filled_;
};

}  // namespace tickreel
