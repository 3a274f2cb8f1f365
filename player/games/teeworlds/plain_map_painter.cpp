#include "player/games/teeworlds/plain_map_painter.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kOverviewPixels = 4;  // smaller tiles are drawn from an overview
constexpr float kDetailPixels = 9;    // smaller tiles have no edges and hatching
constexpr float kMarkPixels = 18;
constexpr int kMaxDepth = 5;
constexpr Color kDeep = rgb(0x14171d);

const TileLook* look_at(const TileLayer& layer, int x, int y) {
    return tile_look(layer.kind, layer.at(x, y).index);
}

Image overview_of(const TileLayer& layer) {
    constexpr int kLargest = 4096;
    const int step = std::max(layer.width, layer.height) / kLargest + 1;
    Image image(std::max(1, layer.width / step), std::max(1, layer.height / step));
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const TileLook* look = look_at(layer, x * step, y * step);
            image.at(x, y) = look != nullptr
                                 ? look->ground ? mix(look->fill, kDeep, 0.4F) : look->fill
                                 : Color{255, 255, 255, 0};
        }
    }
    return image;
}

// The border extends infinitely beyond the map, but nothing happens there.
void shade_outside(DrawList& list, const Box& map) {
    constexpr Color kShade = rgb(0x0b0d12, 150);
    const Box view = list.clip();
    const Box inside{std::clamp(std::round(map.x0), view.x0, view.x1),
                     std::clamp(std::round(map.y0), view.y0, view.y1),
                     std::clamp(std::round(map.x1), view.x0, view.x1),
                     std::clamp(std::round(map.y1), view.y0, view.y1)};
    for (const Box& side :
         {Box{view.x0, view.y0, view.x1, inside.y0}, Box{view.x0, inside.y1, view.x1, view.y1},
          Box{view.x0, inside.y0, inside.x0, inside.y1},
          Box{inside.x1, inside.y0, view.x1, inside.y1}})
        if (!side.empty()) list.rect(side, kShade);
}

}  // namespace

void PlainMapPainter::draw(const SceneInput& input, DrawList& list) {
    for (const MapGroup& group : map_.groups) {
        for (const MapLayer& layer : group.layers)
            if (layer.tiles && layer.tiles->kind != TileKind::Design)
                draw_layer(input, list, *layer.tiles);
    }
    shade_outside(list, input.camera.box_to_screen(map_.world()));
}

void PlainMapPainter::draw_layer(const SceneInput& input, DrawList& list, const TileLayer& layer) {
    const float pixels = input.camera.scale * kTileUnits;
    if (pixels < kOverviewPixels) {
        Picture& overview = overviews_[&layer];
        if (overview.empty()) overview = Picture(overview_of(layer));
        const Box world{0, 0, static_cast<float>(layer.width * kTileUnits),
                        static_cast<float>(layer.height * kTileUnits)};
        draw_clamped_image(list, input.textures, overview, input.camera.box_to_screen(world), {});
        return;
    }
    const TileGrid grid(input.camera, list.clip());
    draw_fills(list, grid, layer);
    if (pixels >= kDetailPixels) {
        const float width = std::max(1.0F, std::round(pixels / 11));
        draw_hatches(list, grid, layer, width / 2);
        draw_edges(list, grid, layer, width);
    }
    if (input.options.entities && pixels >= kMarkPixels) draw_marks(input, list, grid, layer);
}

const std::vector<std::uint8_t>& PlainMapPainter::depths_of(const TileLayer& layer) {
    std::vector<std::uint8_t>& depths = depths_[&layer];
    if (!depths.empty()) return depths;
    const auto ground = [&](int x, int y) {
        const TileLook* look = look_at(layer, x, y);
        return look != nullptr && look->ground;
    };
    depths.resize(layer.tiles.size());
    const auto at = [&](int x, int y) -> std::uint8_t& {
        x = std::clamp(x, 0, layer.width - 1);
        y = std::clamp(y, 0, layer.height - 1);
        return depths[static_cast<std::size_t>(y) * static_cast<std::size_t>(layer.width) +
                      static_cast<std::size_t>(x)];
    };
    // Each pass goes one tile deeper: a tile's depth is that of its shallowest neighbour plus one.
    for (int depth = 1; depth <= kMaxDepth; ++depth) {
        for (int y = 0; y < layer.height; ++y) {
            for (int x = 0; x < layer.width; ++x) {
                bool deeper = ground(x, y);
                for (int i = 0; i < 9 && deeper; ++i) {
                    const int nx = x + i % 3 - 1;
                    const int ny = y + i / 3 - 1;
                    deeper = depth == 1 ? ground(nx, ny) : at(nx, ny) >= depth - 1;
                }
                at(x, y) = deeper ? static_cast<std::uint8_t>(depth) : at(x, y);
            }
        }
    }
    return depths;
}

Color PlainMapPainter::fill_at(const TileLayer& layer, int x, int y, const TileLook& look) {
    if (!look.ground) return look.fill;
    const std::vector<std::uint8_t>& depths = depths_of(layer);
    x = std::clamp(x, 0, layer.width - 1);
    y = std::clamp(y, 0, layer.height - 1);
    const int depth = depths[static_cast<std::size_t>(y) * static_cast<std::size_t>(layer.width) +
                             static_cast<std::size_t>(x)];
    return mix(look.fill, kDeep, 0.65F * static_cast<float>(depth) / kMaxDepth);
}

void PlainMapPainter::draw_fills(DrawList& list, const TileGrid& grid, const TileLayer& layer) {
    const auto color_at = [&](int x, int y) {
        const TileLook* look = look_at(layer, x, y);
        return look != nullptr ? fill_at(layer, x, y, *look) : Color{0, 0, 0, 0};
    };
    for (int y = grid.first_row(); y < grid.end_row(); ++y) {
        for (int x = grid.first_column(); x < grid.end_column();) {
            const Color color = color_at(x, y);
            const int start = x;
            while (x < grid.end_column() && color_at(x, y) == color) ++x;
            if (color.a != 0) list.rect(grid.box(start, y, x, y + 1), color);
        }
    }
}

void PlainMapPainter::draw_edges(DrawList& list, const TileGrid& grid, const TileLayer& layer,
                                 float width) {
    for (int y = grid.first_row(); y < grid.end_row(); ++y) {
        for (int x = grid.first_column(); x < grid.end_column(); ++x) {
            const TileLook* look = look_at(layer, x, y);
            if (look == nullptr || look->edge.a == 0) continue;
            const Box box = grid.box(x, y);
            const Color side = look->ground ? mix(look->fill, look->edge, 0.55F) : look->edge;
            const bool top = look_at(layer, x, y - 1) != look;
            const bool bottom = look_at(layer, x, y + 1) != look;
            const float y0 = top ? box.y0 + width : box.y0;
            const float y1 = bottom ? box.y1 - width : box.y1;
            if (top) list.rect({box.x0, box.y0, box.x1, y0}, look->edge);
            if (bottom) list.rect({box.x0, y1, box.x1, box.y1}, side);
            if (look_at(layer, x - 1, y) != look) list.rect({box.x0, y0, box.x0 + width, y1}, side);
            if (look_at(layer, x + 1, y) != look) list.rect({box.x1 - width, y0, box.x1, y1}, side);
        }
    }
}

void PlainMapPainter::draw_hatches(DrawList& list, const TileGrid& grid, const TileLayer& layer,
                                   float width) {
    for (int y = grid.first_row(); y < grid.end_row(); ++y) {
        for (int x = grid.first_column(); x < grid.end_column(); ++x) {
            const TileLook* look = look_at(layer, x, y);
            if (look == nullptr || !look->hatched) continue;
            const Box box = grid.box(x, y);
            const Color ink = faded(look->edge, 0.35F);
            list.line({box.x0, box.y1}, {box.x1, box.y0}, width * 1.5F, ink);
        }
    }
}

void PlainMapPainter::draw_marks(const SceneInput& input, DrawList& list, const TileGrid& grid,
                                 const TileLayer& layer) {
    for (int y = grid.first_row(); y < grid.end_row(); ++y) {
        for (int x = grid.first_column(); x < grid.end_column(); ++x) {
            if (x < 0 || y < 0 || x >= layer.width || y >= layer.height) continue;
            const std::string mark = tile_mark(layer.kind, layer.at(x, y));
            if (mark.empty()) continue;
            const Box box = grid.box(x, y);
            const float size = box.height() * (mark.size() > 1 ? 0.45F : 0.7F);
            input.font.draw_centred(list, {box.centre().x, box.centre().y - size / 2}, size,
                                    rgb(0xffffff, 200), mark);
        }
    }
}

}  // namespace tickreel::teeworlds_art
