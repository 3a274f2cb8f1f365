#include "tickreel/games/teeworlds/tile_map.h"

namespace tickreel::teeworlds {
namespace {

constexpr float kLongestTrace = 1.0e5F;  // units: nothing real is that fast or that far away

}  // namespace

TileMap::TileMap(int width, int height)
    : width_(width),
      height_(height),
      tiles_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), kAir) {}

std::size_t TileMap::place(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(column);
}

std::uint8_t TileMap::at(int column, int row) const {
    const int x = std::clamp(column, 0, width_ - 1);
    const int y = std::clamp(row, 0, height_ - 1);
    return tiles_[place(x, y)];
}

void TileMap::set(int column, int row, std::uint8_t tile) {
    if (column >= 0 && column < width_ && row >= 0 && row < height_)
        tiles_[place(column, row)] = tile;
}

void TileMap::fill(int column, int row, int columns, int rows, std::uint8_t tile) {
    for (int y = row; y < row + rows; ++y)
        for (int x = column; x < column + columns; ++x) set(x, y, tile);
}

std::uint8_t TileMap::tile_at(Vec point) const {
    return at(to_int(point.x) / kTileUnits, to_int(point.y) / kTileUnits);
}

bool TileMap::solid(Vec point) const {
    const std::uint8_t tile = tile_at(point);
    return tile == kSolid || tile == kUnhookable;
}

Vec TileMap::centre(int column, int row) {
    return {(static_cast<float>(column) + 0.5F) * kTileSize,
            (static_cast<float>(row) + 0.5F) * kTileSize};
}

std::optional<TileMap::Hit> TileMap::trace(Vec from, Vec to, LineRule rule) const {
    const float way = std::min(distance(from, to), kLongestTrace);
    const int steps = static_cast<int>(way + 1.0F);
    const bool old = rule == LineRule::Until065 && way > 0.0F;
    const float divisor = old ? way : static_cast<float>(steps);
    Vec last = from;
    for (int i = 0; old ? i < steps : i <= steps; ++i) {
        const Vec point = mix(from, to, static_cast<float>(i) / divisor);
        if (solid(point)) return Hit{point, last, tile_at(point)};
        last = point;
    }
    return std::nullopt;
}

bool TileMap::box_in_wall(Vec centre, float size) const {
    const float half = size / 2.0F;
    return solid({centre.x - half, centre.y - half}) || solid({centre.x + half, centre.y - half}) ||
           solid({centre.x - half, centre.y + half}) || solid({centre.x + half, centre.y + half});
}

void TileMap::move_box(Vec& position, Vec& velocity, float size) const {
    const float way = length(velocity);
    if (way <= 0.00001F) return;
    const int steps = static_cast<int>(std::min(way, kLongestTrace)) + 1;
    const float share = 1.0F / static_cast<float>(steps);
    for (int i = 0; i < steps; ++i) {
        Vec next = position + velocity * share;
        if (box_in_wall(next, size)) {
            bool stopped = false;
            if (box_in_wall({position.x, next.y}, size)) {
                next.y = position.y;
                velocity.y = 0.0F;
                stopped = true;
            }
            if (box_in_wall({next.x, position.y}, size)) {
                next.x = position.x;
                velocity.x = 0.0F;
                stopped = true;
            }
            if (!stopped) {  // exactly into a corner
                next = position;
                velocity = {};
            }
        }
        position = next;
    }
}

}  // namespace tickreel::teeworlds
