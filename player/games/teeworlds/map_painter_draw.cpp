// The per-frame work of a map painter.
#include <cmath>

#include "player/games/teeworlds/envelope.h"
#include "player/games/teeworlds/map_camera.h"
#include "player/games/teeworlds/map_painter.h"
#include "player/games/teeworlds/tile_grid.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kOverviewPixels = 3.5F;  // smaller tiles are drawn from the overview

std::array<Vec2, 4> tile_uv(const Tile& tile, Vec2 image) {
    std::array<Vec2, 4> uv = turned_corners(tile.flags);
    // Half a texel inside, so that neighbouring tiles do not bleed in at the edges.
    const Vec2 texel{0.5F / image.x, 0.5F / image.y};
    const Vec2 size{1.0F / kTilesAcross - 2 * texel.x, 1.0F / kTilesAcross - 2 * texel.y};
    const int row = tile.index / kTilesAcross;
    const Vec2 corner{static_cast<float>(tile.index % kTilesAcross) / kTilesAcross + texel.x,
                      static_cast<float>(row) / kTilesAcross + texel.y};
    for (Vec2& point : uv) point = {corner.x + point.x * size.x, corner.y + point.y * size.y};
    return uv;
}

Color tinted(Color color, const std::array<float, 4>& value) {
    const auto part = [](std::uint8_t c, float k) {
        // Thousands per frame, and lround is a function call.
        return static_cast<std::uint8_t>(
            std::clamp(static_cast<float>(c) * k + 0.5F, 0.0F, 255.0F));
    };
    return {part(color.r, value[0]), part(color.g, value[1]), part(color.b, value[2]),
            part(color.a, value[3])};
}

Vec2 smallest(Vec2 a, Vec2 b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y)};
}
Vec2 largest(Vec2 a, Vec2 b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y)};
}

}  // namespace

void MapPainter::draw_behind(const SceneInput& input, double milliseconds, DrawList& list) {
    draw_steps({input, milliseconds, list, {}}, behind_);
}

void MapPainter::draw_front(const SceneInput& input, double milliseconds, DrawList& list) {
    draw_steps({input, milliseconds, list, {}}, front_);
    for (Picture& picture : pictures_) picture.forget_unused(input.textures);
    for (Overview& overview : overviews_) overview.picture.forget_unused(input.textures);
}

void MapPainter::draw_steps(Pass pass, const std::vector<Step>& steps) {
    const Camera& camera = pass.input.camera;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        pass.camera = group_camera(camera, *step.group);
        const bool far = step.layer->tiles && pass.camera.scale * kTileUnits < kOverviewPixels;
        if (far && i > 0 && steps[i - 1].layer->tiles && steps[i - 1].overview == step.overview)
            continue;  // part of the overview already drawn
        pass.list.push_clip(step.group->clip ? camera.box_to_screen(*step.group->clip)
                                             : camera.viewport);
        if (!pass.list.clip().empty()) far ? draw_overview(pass, step) : draw_layer(pass, step);
        pass.list.pop_clip();
    }
}

void MapPainter::draw_layer(const Pass& pass, const Step& step) {
    const MapLayer& layer = *step.layer;
    if (layer.detail && !pass.input.options.detail) return;
    if (layer.quads) {
        draw_quads(pass, *layer.quads);
        return;
    }
    const TileLayer& tiles = *layer.tiles;
    const Color tint = tint_of(pass, color_of(tiles), tiles.color_envelope, tiles.color_offset);
    if (tint.a != 0) draw_tiles(pass, step, tint);
}

std::array<float, 4> MapPainter::value_of(const Pass& pass, int envelope, int offset) const {
    return evaluate(map_.envelopes[static_cast<std::size_t>(envelope)], pass.milliseconds + offset);
}

Color MapPainter::tint_of(const Pass& pass, Color color, int envelope, int offset) const {
    return envelope < 0 ? color : tinted(color, value_of(pass, envelope, offset));
}

void MapPainter::draw_tiles(const Pass& pass, const Step& step, Color tint) {
    const TileLayer& tiles = *step.layer->tiles;
    Picture* picture =
        tiles.image >= 0 ? &pictures_[static_cast<std::size_t>(tiles.image)] : nullptr;
    const bool plain = picture == nullptr || picture->empty();
    const float tile_pixels = pass.camera.scale * kTileUnits;
    const TextureId texture =
        plain ? kWhiteTexture
              : picture->texture(pass.input.textures,
                                 static_cast<float>(picture->width()) / kTilesAcross / tile_pixels);
    const TileGrid grid(pass.camera, pass.list.clip());
    const Vec2 size = plain ? Vec2{}
                            : Vec2{static_cast<float>(pass.input.textures.image(texture).width),
                                   static_cast<float>(pass.input.textures.image(texture).height)};
    for (int y = grid.first_row(); y < grid.end_row(); ++y) {
        for (int x = grid.first_column(); x < grid.end_column(); ++x) {
            if (const int skip = step.chunks.empty_run(x, y); skip > 0) {
                x += skip - 1;
                continue;
            }
            const Tile& tile = tiles.at(x, y);
            if (tile.index == 0) continue;
            const Box box = grid.box(x, y);
            if (plain) {
                pass.list.rect(box, tint);
                continue;
            }
            const auto uv = tile_uv(tile, size);
            pass.list.quad(texture, {{box.x0, box.y0}, uv[0], tint},
                           {{box.x1, box.y0}, uv[1], tint}, {{box.x1, box.y1}, uv[2], tint},
                           {{box.x0, box.y1}, uv[3], tint});
        }
    }
}

// The overview of one or several layers; layers marked as detail are included.
void MapPainter::draw_overview(const Pass& pass, const Step& step) {
    const TileLayer& tiles = *step.layer->tiles;
    Overview& overview = overviews_[step.overview];
    const Color tint = overview.is_static ? Color{}
                                          : tint_of(pass, color_of(tiles), tiles.color_envelope,
                                                    tiles.color_offset);
    if (tint.a == 0) return;
    const Box world{0, 0, static_cast<float>(tiles.width * kTileUnits),
                    static_cast<float>(tiles.height * kTileUnits)};
    draw_clamped_image(pass.list, pass.input.textures, overview.picture,
                       pass.camera.box_to_screen(world), tint);
}

void MapPainter::draw_quads(const Pass& pass, const QuadLayer& quads) {
    Picture* picture =
        quads.image >= 0 ? &pictures_[static_cast<std::size_t>(quads.image)] : nullptr;
    if (quads.image >= 0 && picture->empty())
        return;  // a coloured block instead of a cloud looks worse than nothing
    for (const MapQuad& quad : quads.quads) draw_quad(pass, quad, picture);
}

// The screen positions of the corners; empty if they are not visible.
std::optional<std::array<Corner, 4>> MapPainter::place_quad(const Pass& pass,
                                                            const MapQuad& quad) const {
    Vec2 shift{};
    float turn = 0;
    if (quad.position_envelope >= 0) {
        const auto value = value_of(pass, quad.position_envelope, quad.position_offset);
        shift = {value[0], value[1]};
        turn = value[2] * 3.14159265F / 180;
    }
    std::array<Corner, 4> corners;
    Vec2 low{1e9F, 1e9F};
    Vec2 high{-1e9F, -1e9F};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2 pivot = quad.points[4];
        const Vec2 turned =
            turn == 0 ? quad.points[i] : pivot + rotated(quad.points[i] - pivot, turn);
        corners[i] = {pass.camera.to_screen(turned + shift), quad.uv[i], quad.colors[i]};
        low = smallest(low, corners[i].position);
        high = largest(high, corners[i].position);
    }
    if (intersection({low.x, low.y, high.x, high.y}, pass.list.clip()).empty()) return {};
    bool visible = false;
    const auto tint = quad.color_envelope < 0
                          ? std::array<float, 4>{1, 1, 1, 1}
                          : value_of(pass, quad.color_envelope, quad.color_offset);
    for (Corner& corner : corners) {
        corner.color = quad.color_envelope < 0 ? corner.color : tinted(corner.color, tint);
        visible = visible || corner.color.a != 0;
    }
    return visible ? std::optional(corners) : std::nullopt;
}

void MapPainter::draw_quad(const Pass& pass, const MapQuad& quad, Picture* picture) {
    std::optional<std::array<Corner, 4>> placed = place_quad(pass, quad);
    if (!placed) return;
    auto& [tl, tr, bl, br] = *placed;
    if (picture == nullptr) {
        for (Corner& corner : *placed) corner.uv = {0.5F, 0.5F};
        pass.list.quad(kWhiteTexture, tl, tr, br, bl);
        return;
    }
    const float texels =
        std::abs(quad.uv[1].x - quad.uv[0].x) * static_cast<float>(picture->width());
    const TextureId texture = picture->texture(
        pass.input.textures, texels / std::max(length(tr.position - tl.position), 1.0F));
    pass.list.quad_repeating(texture, tl, tr, br, bl);
}

}  // namespace tickreel::teeworlds_art
