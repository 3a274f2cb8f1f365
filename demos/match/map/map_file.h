#pragma once
// The arena as a complete .map file that Teeworlds 0.6 and DDNet clients load: sky and hills as
// quads, walls as tiles of an embedded picture, and the game layer.

#include <cstdint>
#include <string>

#include "demos/match/physics.h"
#include "tickreel/base/bytes.h"

namespace tickreel::match {

struct MapFile {
    std::string name{};  // without ".map"
    Bytes bytes{};
    std::uint32_t crc = 0;  // CRC-32 of the whole file: identifies it on the wire
};

MapFile write_map(const TileMap& tiles, const std::string& name);

}  // namespace tickreel::match
