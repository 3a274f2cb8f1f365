#include "player/games/teeworlds/map_painter.h"

#include <set>

#include "player/games/teeworlds/envelope.h"
#include "player/games/teeworlds/map_camera.h"
#include "player/games/teeworlds/tile_grid.h"

namespace tickreel {

namespace {

constexpr float kOverviewPixels = 4.5F;  // smaller tiles are drawn from the overview
constexpr int kOverviewDetail = 4;       // pixels a tile in it, fewer on large maps
constexpr int kTilesAcross = 16;         // tiles of an image, each way
constexpr int kLargestOverview = 4096;

std::set<int> images_used(const MapFile& map) {
    std::set<int> found;
    for (const MapGroup& group : map.groups) {
        for (const MapLayer& layer : group.layers) {
            if (layer.tiles) {
                found.insert(layer.tiles->image);
            }
            if (layer.quads) {
                found.insert(layer.quads->image);
            }
        }
    }
    return found;
}

Image picture_of(const MapImage& image, bool of_07, const GameFiles& files) {
    if (!image.external) {
        return image.pixels;
    }
    if (!plain_file_name(image.name)) {
        return {};
    }
    Image pixels;
    if (of_07) {  // DDNet keeps the 0.7 pictures under another name
        pixels = files.picture("mapres/" + image.name + "_0.7.png");
    }
    return pixels.empty() ? files.picture("mapres/" + image.name + ".png") : pixels;
}

// All tiles of an image, each shrunk to `detail` x `detail` pixels.
Image shrunk_tiles(const Image& image, int detail) {
    const int across = image.width / kTilesAcross / detail;
    const int down = image.height / kTilesAcross / detail;
    if (across <= 0 || down <= 0) {
        return {};
    }
    Image out(kTilesAcross * detail, kTilesAcross * detail);
    for (int y = 0; y < out.height; ++y) {
        for (int x = 0; x < out.width; ++x) {
            out.at(x, y) = mean_color(image, x * across, y * down, across, down);
        }
    }
    return out;
}

// Where the corners of a tile's picture go, clockwise from the top left, as its flags turn it.
std::array<Vec2, 4> turned_corners(std::uint8_t flags) {
    std::array<Vec2, 4> uv{Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}};
    for (Vec2& corner : uv) {
        corner.x = (flags & 1) != 0 ? 1 - corner.x : corner.x;
        corner.y = (flags & 2) != 0 ? 1 - corner.y : corner.y;
    }
    if ((flags & 8) != 0) {
        uv = {uv[3], uv[0], uv[1], uv[2]};
    }
    return uv;
}

std::array<Vec2, 4> tile_uv(const Tile& tile, int width, int height) {
    std::array<Vec2, 4> uv = turned_corners(tile.flags);
    // Half a texel inside, so that the neighbours in the image do not show at the edges.
    const Vec2 texel{0.5F / static_cast<float>(width), 0.5F / static_cast<float>(height)};
    const Vec2 size{1.0F / kTilesAcross - 2 * texel.x, 1.0F / kTilesAcross - 2 * texel.y};
    const Vec2 corner{static_cast<float>(tile.index % kTilesAcross) / kTilesAcross + texel.x,
                      static_cast<float>(tile.index / kTilesAcross) / kTilesAcross + texel.y};
    for (Vec2& point : uv) {
        point = {corner.x + point.x * size.x, corner.y + point.y * size.y};
    }
    return uv;
}

// The pixel of a shrunk tile that shows at (x, y) of the tile as it lies in the map.
Color shrunk_pixel(const Image& shrunk, const Tile& tile, int x, int y, int detail) {
    const std::array<Vec2, 4> corners = turned_corners(tile.flags);
    const auto share = [detail](int i) {
        return (static_cast<float>(i) + 0.5F) / static_cast<float>(detail);
    };
    const Vec2 place =
        corners[0] + (corners[1] - corners[0]) * share(x) + (corners[3] - corners[0]) * share(y);
    const auto cell = [detail](float v) {
        return std::clamp(static_cast<int>(v * static_cast<float>(detail)), 0, detail - 1);
    };
    return shrunk.at(tile.index % kTilesAcross * detail + cell(place.x),
                     tile.index / kTilesAcross * detail + cell(place.y));
}

Vec2 smallest(Vec2 a, Vec2 b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y)};
}
Vec2 largest(Vec2 a, Vec2 b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y)};
}

}  // namespace

MapPainter::MapPainter(const MapFile& map, const GameFiles& files, const ProblemSink& problems)
    : map_(map), pictures_(map.images.size()) {
    for (const int index : images_used(map)) {
        if (index < 0) {
            continue;
        }
        const auto at = static_cast<std::size_t>(index);
        pictures_[at] = Picture(picture_of(map.images[at], map.packed_tiles, files));
        if (pictures_[at].empty()) {
            problems({"map picture " + clean_text(map.images[at].name) +
                      " was not found; its layers are drawn in plain colour"});
        }
    }
    for (const MapGroup& group : map.groups) {
        Group out{&group, {}};
        for (const MapLayer& layer : group.layers) {
            out.layers.push_back({&layer, {}});
        }
        groups_.push_back(std::move(out));
    }
}

void MapPainter::draw_behind(const SceneInput& input, double milliseconds, DrawList& list) {
    Pass pass{input, milliseconds, list, {}};
    for (std::size_t g = 0; g <= map_.game_group; ++g) {
        draw_group(pass, groups_[g], 0,
                   g == map_.game_group ? map_.game_layer : groups_[g].layers.size());
    }
}

void MapPainter::draw_front(const SceneInput& input, double milliseconds, DrawList& list) {
    Pass pass{input, milliseconds, list, {}};
    for (std::size_t g = map_.game_group; g < groups_.size(); ++g) {
        draw_group(pass, groups_[g], g == map_.game_group ? map_.game_layer + 1 : 0,
                   groups_[g].layers.size());
    }
}

void MapPainter::draw_group(Pass& pass, Group& group, std::size_t first, std::size_t last) {
    const Camera& camera = pass.input.camera;
    pass.camera = group_camera(camera, *group.group);
    pass.list.push_clip(group.group->clip ? camera.box_to_screen(*group.group->clip)
                                          : camera.viewport);
    for (std::size_t i = first; i < last && !pass.list.clip().empty(); ++i) {
        draw_layer(pass, group.layers[i]);
    }
    pass.list.pop_clip();
}

void MapPainter::draw_layer(Pass& pass, Layer& layer) {
    if (layer.layer->detail && !pass.input.options.detail) {
        return;
    }
    if (layer.layer->quads) {
        draw_quads(pass, *layer.layer->quads);
    } else if (layer.layer->tiles && layer.layer->tiles->kind == TileKind::Design) {
        const TileLayer& tiles = *layer.layer->tiles;
        const Color tint = tint_of(pass, tiles.color, tiles.color_envelope, tiles.color_offset);
        if (tint.a == 0) {
            return;
        }
        if (pass.camera.scale * kTileUnits < kOverviewPixels) {
            draw_overview(pass, layer, tint);
        } else {
            draw_tiles(pass, tiles, tint);
        }
    }
}

Color MapPainter::tint_of(const Pass& pass, Color color, int envelope, int offset) const {
    if (envelope < 0) {
        return color;
    }
    const auto value =
        evaluate(map_.envelopes[static_cast<std::size_t>(envelope)], pass.milliseconds + offset);
    const auto part = [](std::uint8_t c, float k) {
        return static_cast<std::uint8_t>(
            std::lround(std::clamp(static_cast<float>(c) * k, 0.0F, 255.0F)));
    };
    return {part(color.r, value[0]), part(color.g, value[1]), part(color.b, value[2]),
            part(color.a, value[3])};
}

void MapPainter::draw_tiles(Pass& pass, const TileLayer& tiles, Color tint) {
    Picture* picture =
        tiles.image >= 0 ? &pictures_[static_cast<std::size_t>(tiles.image)] : nullptr;
    const bool plain = picture == nullptr || picture->empty();
    const float tile_pixels = pass.camera.scale * kTileUnits;
    const TextureId texture =
        plain ? kWhiteTexture
              : picture->texture(pass.input.textures,
                                 static_cast<float>(picture->width()) / kTilesAcross / tile_pixels);
    const TileGrid grid(pass.camera, pass.list.clip());
    for (int y = grid.first_row(); y < grid.end_row(); ++y) {
        for (int x = grid.first_column(); x < grid.end_column(); ++x) {
            const Tile& tile = tiles.at(x, y);
            if (tile.index == 0) {
                continue;
            }
            const Box box = grid.box(x, y);
            if (plain) {
                pass.list.rect(box, tint);
                continue;
            }
            const Image& image = pass.input.textures.image(texture);
            const auto uv = tile_uv(tile, image.width, image.height);
            pass.list.quad(texture, {{box.x0, box.y0}, uv[0], tint},
                           {{box.x1, box.y0}, uv[1], tint}, {{box.x1, box.y1}, uv[2], tint},
                           {{box.x0, box.y1}, uv[3], tint});
        }
    }
}

Picture MapPainter::make_overview(const TileLayer& tiles) const {
    const int longest = std::max(tiles.width, tiles.height);
    const int detail = std::clamp(kLargestOverview / longest, 1, kOverviewDetail);
    const int step = longest / kLargestOverview + 1;
    Image shrunk;
    if (tiles.image >= 0) {
        shrunk = shrunk_tiles(pictures_[static_cast<std::size_t>(tiles.image)].image(), detail);
    }
    Image image(std::max(1, tiles.width / step) * detail,
                std::max(1, tiles.height / step) * detail);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const Tile& tile = tiles.at(x / detail * step, y / detail * step);
            if (tile.index == 0) {
                image.at(x, y) = {255, 255, 255, 0};
            } else if (!shrunk.empty()) {
                image.at(x, y) = shrunk_pixel(shrunk, tile, x % detail, y % detail, detail);
            } else {
                image.at(x, y) = Color{};
            }
        }
    }
    return Picture(std::move(image));
}

void MapPainter::draw_overview(Pass& pass, Layer& layer, Color tint) {
    const TileLayer& tiles = *layer.layer->tiles;
    if (layer.overview.empty()) {
        layer.overview = make_overview(tiles);
    }
    const Box world{0, 0, static_cast<float>(tiles.width * kTileUnits),
                    static_cast<float>(tiles.height * kTileUnits)};
    draw_clamped_image(pass.list, pass.input.textures, layer.overview,
                       pass.camera.box_to_screen(world), tint);
}

void MapPainter::draw_quads(Pass& pass, const QuadLayer& quads) {
    Picture* picture =
        quads.image >= 0 ? &pictures_[static_cast<std::size_t>(quads.image)] : nullptr;
    if (quads.image >= 0 && picture->empty()) {
        return;  // a coloured block where a cloud should be looks worse than nothing
    }
    for (const MapQuad& quad : quads.quads) {
        draw_quad(pass, quad, picture);
    }
}

void MapPainter::draw_quad(Pass& pass, const MapQuad& quad, Picture* picture) {
    std::array<Corner, 4> corners;
    Vec2 shift{};
    float turn = 0;
    if (quad.position_envelope >= 0) {
        const auto value =
            evaluate(map_.envelopes[static_cast<std::size_t>(quad.position_envelope)],
                     pass.milliseconds + quad.position_offset);
        shift = {value[0], value[1]};
        turn = value[2] * 3.14159265F / 180;
    }
    Vec2 low{1e9F, 1e9F};
    Vec2 high{-1e9F, -1e9F};
    bool visible = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2 pivot = quad.points[4];
        const Vec2 world = pivot + rotated(quad.points[i] - pivot, turn) + shift;
        corners[i] = {pass.camera.to_screen(world), quad.uv[i],
                      tint_of(pass, quad.colors[i], quad.color_envelope, quad.color_offset)};
        low = smallest(low, corners[i].position);
        high = largest(high, corners[i].position);
        visible = visible || corners[i].color.a != 0;
    }
    if (!visible || intersection({low.x, low.y, high.x, high.y}, pass.list.clip()).empty()) {
        return;
    }
    TextureId texture = kWhiteTexture;
    if (picture != nullptr) {
        const float texels =
            std::abs(quad.uv[1].x - quad.uv[0].x) * static_cast<float>(picture->width());
        texture = picture->texture(
            pass.input.textures,
            texels / std::max(length(corners[1].position - corners[0].position), 1.0F));
    }
    const auto& [tl, tr, bl, br] = corners;
    if (picture == nullptr) {
        for (Corner& corner : corners) {
            corner.uv = {0.5F, 0.5F};
        }
        pass.list.quad(texture, tl, tr, br, bl);
        return;
    }
    pass.list.triangle_repeating(texture, tl, tr, br);
    pass.list.triangle_repeating(texture, tl, br, bl);
}

}  // namespace tickreel
