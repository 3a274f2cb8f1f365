#pragma once
// Tile layers seen from far away: a few pixels a tile, made once. Drawing every tile then would
// take long and flicker.

#include "player/draw/image.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel {

inline constexpr int kTilesAcross = 16;  // tiles of an image, each way

// Where the corners of a tile's picture go, clockwise from the top left, as its flags turn it.
std::array<Vec2, 4> turned_corners(std::uint8_t flags);

// `tiles_image` may be empty: plain white then. Layers of the same size give the same size.
Image layer_overview(const TileLayer& tiles, const Image& tiles_image);
// Blends an overview over another of the same size.
void paint_over(Image& under, const Image& over, Color tint);

}  // namespace tickreel
