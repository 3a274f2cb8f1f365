#include "player/games/teeworlds/tile_grid.h"

#include <array>

#include "player/games/teeworlds/map_file.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr double kMostTiles = 1e6;

}  // namespace

TileGrid::TileGrid(const Camera& camera, const Box& clip) {
    const Vec2 low = camera.to_world({clip.x0, clip.y0});
    const Vec2 high = camera.to_world({clip.x1, clip.y1});
    const double tiles =
        double{high.x - low.x} * double{high.y - low.y} / (double{kTileUnits} * kTileUnits);
    constexpr float kFar = 1e7F;
    columns_ = {0};
    rows_ = {0};
    if (clip.empty() || !(tiles < kMostTiles) || std::abs(low.x) > kFar || std::abs(low.y) > kFar)
        return;
    const auto index = [](float world) { return static_cast<int>(std::floor(world / kTileUnits)); };
    first_column_ = index(low.x);
    first_row_ = index(low.y);
    columns_.clear();
    rows_.clear();
    for (int x = first_column_; x <= index(high.x) + 1; ++x) {
        columns_.push_back(
            std::round(camera.to_screen(Vec2{static_cast<float>(x * kTileUnits), 0}).x));
    }
    for (int y = first_row_; y <= index(high.y) + 1; ++y) {
        rows_.push_back(
            std::round(camera.to_screen(Vec2{0, static_cast<float>(y * kTileUnits)}).y));
    }
}

Box TileGrid::box(int column, int row, int end_column, int end_row) const {
    const auto x = [this](int i) { return columns_[static_cast<std::size_t>(i - first_column_)]; };
    const auto y = [this](int i) { return rows_[static_cast<std::size_t>(i - first_row_)]; };
    return {x(column), y(row), x(end_column), y(end_row)};
}

void draw_clamped_image(DrawList& list, TextureStore& textures, Picture& picture, const Box& box,
                        Color tint) {
    const TextureId texture = picture.texture(
        textures, static_cast<float>(picture.width()) / std::max(box.width(), 1.0F));
    const Image& image = textures.image(texture);
    const float u = 0.5F / static_cast<float>(image.width);
    const float v = 0.5F / static_cast<float>(image.height);
    const Box& clip = list.clip();
    const Box whole{std::round(box.x0), std::round(box.y0), std::round(box.x1), std::round(box.y1)};
    // Screen edges and texture coordinates on both sides: before, inside and after the image.
    const std::array<float, 4> x{std::min(clip.x0, whole.x0), whole.x0, whole.x1,
                                 std::max(clip.x1, whole.x1)};
    const std::array<float, 4> y{std::min(clip.y0, whole.y0), whole.y0, whole.y1,
                                 std::max(clip.y1, whole.y1)};
    const std::array<float, 4> us{u, u, 1 - u, 1 - u};
    const std::array<float, 4> vs{v, v, 1 - v, 1 - v};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            const Box part{x[column], y[row], x[column + 1], y[row + 1]};
            if (!part.empty())
                list.image(texture, part, {us[column], vs[row], us[column + 1], vs[row + 1]}, tint);
        }
    }
}

}  // namespace tickreel::teeworlds_art
