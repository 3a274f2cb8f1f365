#include "player/games/teeworlds/map_overview.h"

#include "player/games/teeworlds/picture.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr int kMostDetail = 4;                 // pixels per tile, fewer on large maps
constexpr std::int64_t kMostPixels = 6 << 20;  // all overviews of a map together: 24 MB

// The pixel of a shrunk tile at (x, y) of the tile as oriented in the map.
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

}  // namespace

Image shrunk_tiles(const Image& image, int detail) {
    const int across = image.width / kTilesAcross / detail;
    const int down = image.height / kTilesAcross / detail;
    if (across <= 0 || down <= 0) return {};
    Image out(kTilesAcross * detail, kTilesAcross * detail);
    for (int y = 0; y < out.height; ++y)
        for (int x = 0; x < out.width; ++x)
            out.at(x, y) = mean_color(image, x * across, y * down, across, down);
    return out;
}

std::array<Vec2, 4> turned_corners(std::uint8_t flags) {
    std::array<Vec2, 4> uv{Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}};
    for (Vec2& corner : uv) {
        corner.x = (flags & 1) != 0 ? 1 - corner.x : corner.x;
        corner.y = (flags & 2) != 0 ? 1 - corner.y : corner.y;
    }
    if ((flags & 8) != 0) uv = {uv[3], uv[0], uv[1], uv[2]};
    return uv;
}

OverviewScale overview_scale(std::int64_t tiles) {
    OverviewScale scale{kMostDetail, 1};
    while (scale.detail > 1 && tiles * scale.detail * scale.detail > kMostPixels) --scale.detail;
    while (tiles / (std::int64_t{scale.step} * scale.step) > kMostPixels) ++scale.step;
    return scale;
}

FilledChunks::FilledChunks(const TileLayer& layer)
    : columns_((layer.width + kChunkSide - 1) / kChunkSide),
      rows_((layer.height + kChunkSide - 1) / kChunkSide) {
    filled_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    for (int y = 0; y < layer.height; ++y) {
        for (int x = 0; x < layer.width; ++x)
            if (layer.at(x, y).index != 0) filled_[index(x / kChunkSide, y / kChunkSide)] = true;
    }
}

int FilledChunks::empty_run(int x, int y) const {
    const int row = y / kChunkSide;
    const int column = x / kChunkSide;
    if (x < 0 || y < 0 || column >= columns_ || row >= rows_ || filled_[index(column, row)])
        return 0;
    return (column + 1) * kChunkSide - x;
}

Image layer_overview(const TileLayer& tiles, const Image* shrunk, OverviewScale scale) {
    const int detail = scale.detail;
    const int step = scale.step;
    const bool plain = shrunk == nullptr || shrunk->empty();
    Image image(std::max(1, tiles.width / step) * detail,
                std::max(1, tiles.height / step) * detail);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const Tile& tile = tiles.at(x / detail * step, y / detail * step);
            if (tile.index == 0)
                image.at(x, y) = {255, 255, 255, 0};
            else if (!plain)
                image.at(x, y) = shrunk_pixel(*shrunk, tile, x % detail, y % detail, detail);
            else
                image.at(x, y) = Color{};
        }
    }
    return image;
}

void paint_over(Image& under, const Image& over, Color tint) {
    for (std::size_t i = 0; i < under.pixels.size() && i < over.pixels.size(); ++i) {
        const Color top = multiply(over.pixels[i], tint);
        Color& c = under.pixels[i];
        if (top.a == 0) continue;
        // Weights of both colours in the sum, whose alpha is straight, not premultiplied.
        const int rest = c.a * (255 - top.a) / 255;
        const int sum = top.a + rest;
        const auto part = [&](int upper, int lower) {
            return static_cast<std::uint8_t>((upper * top.a + lower * rest + sum / 2) / sum);
        };
        c = {part(top.r, c.r), part(top.g, c.g), part(top.b, c.b), static_cast<std::uint8_t>(sum)};
    }
}

}  // namespace tickreel::teeworlds_art
