#pragma once
// Tile layers seen from far away: a few pixels per tile, rendered once. Drawing every tile at that
// size would be slow and flicker.

#include <array>
#include <vector>

#include "player/draw/image.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel::teeworlds_art {

inline constexpr int kTilesAcross = 16;  // tiles of an image in each direction

// The corners of a tile's picture, clockwise from the top left, as rotated by its flags.
std::array<Vec2, 4> turned_corners(std::uint8_t flags);

// The resolution of overviews: pixels per tile, of every `step`th tile in each direction.
struct OverviewScale {
    int detail = 1;
    int step = 1;
};
// The highest resolution at which this many tiles fit into the memory limit of overviews.
OverviewScale overview_scale(std::int64_t tiles);

// All tiles of an image, each scaled to `detail` x `detail` pixels; empty if it has too few.
Image shrunk_tiles(const Image& image, int detail);
// `shrunk` may be nullptr or empty: then white. Layers of equal size give images of equal size.
Image layer_overview(const TileLayer& tiles, const Image* shrunk, OverviewScale scale);
// Blends an overview over another of the same size.
void paint_over(Image& under, const Image& over, Color tint);

// Which chunks of a layer contain tiles: most layers are mostly air.
class FilledChunks {
public:
    FilledChunks() = default;
    explicit FilledChunks(const TileLayer& layer);
    // The number of tiles from (x, y) to the right known to be air; 0: unknown.
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

}  // namespace tickreel::teeworlds_art
