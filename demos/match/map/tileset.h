#pragma once
// The arena's tileset, drawn by code: 16 x 16 tiles of 32 pixels, RGBA.

#include <cstdint>

#include "tickreel/base/bytes.h"

namespace tickreel::match {

inline constexpr int kTilesetPixels = 512;

// The sides of a tile that touch air; added to a material's first index.
enum Side : unsigned { kUp = 1, kRight = 2, kDown = 4, kLeft = 8 };

inline constexpr int kEarthTiles = 16;  // 16..31, one for each set of open sides
inline constexpr int kSteelTiles = 32;  // 32..47
inline constexpr int kSpikeTile = 48;
inline constexpr int kBrickTile = 49;
inline constexpr int kTuftTiles = 50;  // 50..52
inline constexpr int kPedestalTile = 53;

Bytes draw_tileset();

}  // namespace tickreel::match
