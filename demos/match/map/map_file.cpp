#include "demos/match/map/map_file.h"

#include "demos/match/map/datafile.h"
#include "demos/match/map/scenery.h"
#include "demos/match/map/tileset.h"
#include "tickreel/base/crc32.h"
#include "tickreel/model/row.h"

namespace tickreel::match {
namespace {

using Words = std::vector<std::int32_t>;

enum ItemKind : std::uint16_t {
    kVersionItem = 0,
    kInfoItem = 1,
    kImageItem = 2,
    kGroupItem = 4,
    kLayerItem = 5,
    kPointsItem = 6,
};

struct Layers {
    DatafileWriter* file = nullptr;
    std::vector<Words> layers{};
    std::vector<Words> groups{};
};

Words with_name(Words words, std::string_view name) {
    const auto packed = pack_text(name, 3);
    words.insert(words.end(), packed.begin(), packed.end());
    return words;
}

void begin_group(Layers& to, std::string_view name, int parallax) {
    const int first = static_cast<int>(to.layers.size());
    to.groups.push_back(with_name({3, 0, 0, parallax, parallax, first, 0, 0, 0, 0, 0, 0}, name));
}

void add_layer(Layers& to, Words words) {
    to.layers.push_back(std::move(words));
    ++to.groups.back()[6];
}

bool wall(std::uint8_t tile) {
    return tile == kSolid || tile == kUnhookable;
}

unsigned open_sides(const TileMap& tiles, int x, int y) {
    unsigned open = 0;
    open |= wall(tiles.at(x, y - 1)) ? 0U : kUp;
    open |= wall(tiles.at(x + 1, y)) ? 0U : kRight;
    open |= wall(tiles.at(x, y + 1)) ? 0U : kDown;
    open |= wall(tiles.at(x - 1, y)) ? 0U : kLeft;
    return open;
}

int wall_picture(const TileMap& tiles, int x, int y) {
    switch (tiles.at(x, y)) {
        case kSolid:
            return kEarthTiles + static_cast<int>(open_sides(tiles, x, y));
        case kUnhookable:
            return kSteelTiles + static_cast<int>(open_sides(tiles, x, y));
        case kDeath:
            return kSpikeTile;
        case kFlagRed:
        case kFlagBlue:
            return kPedestalTile;
        default:
            return 0;
    }
}

// Bricks behind the two bases and the bridge, to give the open area some structure.
int back_picture(const TileMap& tiles, int x, int y) {
    const int from_side = std::min(x, tiles.width() - 1 - x);
    const bool base = from_side < 10 && y > 21 && y < 29;
    const bool nest = from_side >= 46 && y > 13 && y < 24 && from_side % 3 != 0;
    return base || nest ? kBrickTile : 0;
}

int front_picture(const TileMap& tiles, int x, int y) {
    const bool meadow =
        tiles.at(x, y) != kDeath && !wall(tiles.at(x, y)) && tiles.at(x, y + 1) == kSolid && y > 2;
    const int kind = (x * 7 + y * 3) % 5;
    return meadow && kind < 3 ? kTuftTiles + kind : 0;
}

template <class Picture>
void add_tiles(Layers& to, const TileMap& tiles, std::string_view name, int kind, int image,
               Picture picture) {
    ByteWriter cells;
    for (int y = 0; y < tiles.height(); ++y)
        for (int x = 0; x < tiles.width(); ++x)
            cells.u32(static_cast<std::uint32_t>(picture(tiles, x, y)));
    const int data = to.file->add_data(cells.data());
    add_layer(to, with_name({0, 2, 0, 3, tiles.width(), tiles.height(), kind, 255, 255, 255, 255,
                             -1, 0, image, data},
                            name));
}

void add_quads(Layers& to, std::string_view name, const std::vector<Quad>& quads) {
    const auto fixed = [](float value) { return to_int(value * 1024.0F); };
    ByteWriter out;
    for (const Quad& quad : quads) {
        Vec middle{};
        for (const Vec corner : quad.corners) {
            out.i32(fixed(corner.x));
            out.i32(fixed(corner.y));
            middle = middle + corner * 0.25F;
        }
        out.i32(fixed(middle.x));
        out.i32(fixed(middle.y));
        for (const QuadColor& color : quad.colors)
            for (const int channel : {color.r, color.g, color.b, color.a}) out.i32(channel);
        for (const int texture : {0, 0, 1024, 0, 0, 1024, 1024, 1024}) out.i32(texture);
        for (const int envelope : {-1, 0, -1, 0}) out.i32(envelope);
    }
    const int data = to.file->add_data(out.data());
    add_layer(to, with_name({0, 3, 0, 2, static_cast<int>(quads.size()), data, -1}, name));
}

}  // namespace

MapFile write_map(const TileMap& tiles, const std::string& name) {
    DatafileWriter file;
    file.add_item(kVersionItem, {1});
    const int author = file.add_text("Tickreel");
    const int version = file.add_text("1");
    const int credits = file.add_text("drawn by code");
    const int license = file.add_text("MIT");
    file.add_item(kInfoItem, {1, author, version, credits, license});
    const int image_name = file.add_text("tickreel_tiles");
    const int image_data = file.add_data(draw_tileset());
    const int image =
        file.add_item(kImageItem, {1, kTilesetPixels, kTilesetPixels, 0, image_name, image_data});

    Layers layers{&file};
    begin_group(layers, "Sky", 0);
    add_quads(layers, "Sky", sky_quads());
    begin_group(layers, "Far", 20);
    add_quads(layers, "Hills", hill_quads(1, 330.0F, 330.0F, {118, 92, 138}, {86, 66, 112}));
    begin_group(layers, "Near", 45);
    add_quads(layers, "Hills", hill_quads(4, 640.0F, 380.0F, {74, 76, 104}, {40, 44, 72}));
    begin_group(layers, "Game", 100);
    add_tiles(layers, tiles, "Back", 0, image, back_picture);
    add_tiles(layers, tiles, "Walls", 0, image, wall_picture);
    add_tiles(layers, tiles, "Game", 1, -1,
              [](const TileMap& map, int x, int y) { return int{map.at(x, y)}; });
    add_tiles(layers, tiles, "Grass", 0, image, front_picture);

    for (const Words& group : layers.groups) file.add_item(kGroupItem, group);
    for (const Words& layer : layers.layers) file.add_item(kLayerItem, layer);
    file.add_item(kPointsItem, {});
    MapFile out{name, file.finish(), 0};
    out.crc = crc32_ieee(out.bytes);
    return out;
}

}  // namespace tickreel::match
