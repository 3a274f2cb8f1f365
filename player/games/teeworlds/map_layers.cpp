#include "player/games/teeworlds/map_layers.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr int kQuads = 3;  // the layer type
constexpr std::size_t kQuadBytes = 152;

Color color_of(int r, int g, int b, int a) {
    const auto byte = [](int v) { return static_cast<std::uint8_t>(std::clamp(v, 0, 255)); };
    return {byte(r), byte(g), byte(b), byte(a)};
}

MapQuad read_quad(ByteReader& reader) {
    constexpr float kUnits = 1024;
    const auto fixed = [&] { return static_cast<float>(reader.i32()) / kUnits; };
    MapQuad quad;
    for (Vec2& point : quad.points) {
        point.x = fixed();
        point.y = fixed();
    }
    for (Color& color : quad.colors) {
        const int r = reader.i32();
        const int g = reader.i32();
        const int b = reader.i32();
        const int a = reader.i32();
        color = color_of(r, g, b, a);
    }
    for (Vec2& uv : quad.uv) {
        uv.x = fixed();
        uv.y = fixed();
    }
    quad.position_envelope = reader.i32();
    quad.position_offset = reader.i32();
    quad.color_envelope = reader.i32();
    quad.color_offset = reader.i32();
    return quad;
}

Result<QuadLayer> read_quads(const DataFile& file, Words words, Budget& budget) {
    QuadLayer layer;
    const int count = word(words, 4, 0);
    layer.image = word(words, 6, -1);
    const Result<Bytes> bytes = file.blob(word(words, 5, -1), budget.left);
    if (!bytes) return bytes.error();
    if (count < 0 || bytes->size() / kQuadBytes < static_cast<std::size_t>(count) ||
        !budget.take(static_cast<std::size_t>(count) * sizeof(MapQuad)))
        return fail("it has ", bytes->size(), " bytes for ", count, " quads");
    ByteReader reader(*bytes);
    for (int i = 0; i < count; ++i) layer.quads.push_back(read_quad(reader));
    return layer;
}

}  // namespace

Result<MapLayer> read_layer(const DataFile& file, Words words, Budget& budget, bool& packed) {
    MapLayer layer;
    layer.detail = (word(words, 2, 0) & 1) != 0;
    if (word(words, 1, 0) == teeworlds::kTilesLayer) {
        Result<TileLayer> tiles = teeworlds::read_tile_layer(file, words, budget, packed);
        if (!tiles) return tiles.error();
        layer.tiles = std::move(*tiles);
    } else if (word(words, 1, 0) == kQuads) {
        Result<QuadLayer> quads = read_quads(file, words, budget);
        if (!quads) return quads.error();
        layer.quads = std::move(*quads);
    }
    return layer;
}

}  // namespace tickreel::teeworlds_art
