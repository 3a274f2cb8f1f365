#pragma once
// A Teeworlds map (0.6, 0.7, DDNet) as data: groups of layers, images, envelopes. One tile is 32
// world units. References to missing objects are -1. A damaged layer or image is a problem and is
// omitted; a map without a game layer is an error.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "player/draw/image.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/problem.h"
#include "tickreel/base/result.h"
#include "tickreel/games/teeworlds/tile_layer.h"
#include "tickreel/games/teeworlds/tile_map.h"

namespace tickreel::teeworlds_art {

using teeworlds::kChunkSide;
using teeworlds::kTileUnits;
using teeworlds::Tile;
using teeworlds::TileKind;
using teeworlds::TileLayer;

struct MapImage {
    std::string name{};
    bool external = false;  // the pixels are in the game's mapres/<name>.png
    Image pixels{};         // embedded images; empty if unreadable
};

struct EnvelopePoint {
    int time = 0;                 // ms
    int curve = 0;                // 0 step, 1 linear, 2 slow, 3 fast, 4 smooth, 5 bezier
    std::array<int, 4> values{};  // 1/1024
    // Bezier handles relative to the point, per channel: time in ms, value in 1/1024.
    std::array<int, 4> in_time{};
    std::array<int, 4> in_value{};
    std::array<int, 4> out_time{};
    std::array<int, 4> out_value{};
};

struct Envelope {
    int channels = 0;  // 1 sound, 3 position, 4 colour
    std::vector<EnvelopePoint> points{};
};

inline Color color_of(const TileLayer& layer) {
    return {layer.color[0], layer.color[1], layer.color[2], layer.color[3]};
}

struct MapQuad {
    std::array<Vec2, 5> points{};  // top left, top right, bottom left, bottom right, pivot
    std::array<Color, 4> colors{};
    std::array<Vec2, 4> uv{};
    int position_envelope = -1;
    int position_offset = 0;
    int color_envelope = -1;
    int color_offset = 0;
};

struct QuadLayer {
    int image = -1;
    std::vector<MapQuad> quads{};
};

struct MapLayer {
    bool detail = false;
    std::optional<TileLayer> tiles{};
    std::optional<QuadLayer> quads{};
};

struct MapGroup {
    Vec2 offset{};
    Vec2 parallax{100, 100};  // percent
    std::optional<Box> clip{};
    std::vector<MapLayer> layers{};
    bool game = false;  // contains the game layer
};

struct MapFile {
    std::string author{};
    std::string version{};
    std::string credits{};
    std::string license{};
    std::vector<std::string> settings{};  // DDNet: server console commands
    std::vector<MapImage> images{};
    std::vector<Envelope> envelopes{};
    std::vector<MapGroup> groups{};
    std::size_t game_group = 0;
    std::size_t game_layer = 0;  // within its group
    bool packed_tiles = false;   // as in 0.7: then its mapres pictures are used

    const TileLayer& game() const { return *groups[game_group].layers[game_layer].tiles; }
    Box world() const;     // of the game layer, in units
    Box interior() const;  // its non-solid part and a small margin
};

// Embedded pictures are large: `Leave` leaves them to read_map_image().
enum class MapPictures { Read, Leave };
Result<MapFile> read_map(ByteView bytes, const ProblemSink& problems,
                         MapPictures pictures = MapPictures::Read);
// A single embedded picture; empty if unreadable.
Image read_map_image(ByteView bytes, std::size_t index);

}  // namespace tickreel::teeworlds_art
