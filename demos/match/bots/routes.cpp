#include "demos/match/bots/routes.h"

#include <deque>
#include <limits>

namespace tickreel::match {
namespace {

constexpr int kFar = std::numeric_limits<int>::max();
constexpr std::size_t kMaxFields = 64;
constexpr int kSteps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

bool walkable(const TileMap& tiles, int x, int y) {
    const auto blocks = [&](int column, int row) {
        const auto tile = tiles.at(column, row);
        return tile == kSolid || tile == kUnhookable || tile == kDeath;
    };
    if (blocks(x, y)) return false;
    for (int below = 1; below <= 2; ++below)
        if (tiles.at(x, y + below) == kDeath) return false;
    return true;
}

}  // namespace

Routes::Routes(const TileMap& tiles) : tiles_(tiles) {
    for (int y = 0; y < tiles.height(); ++y)
        for (int x = 0; x < tiles.width(); ++x) free_.push_back(walkable(tiles, x, y));
}

int Routes::cell_of(Vec point) const {
    const int x = std::clamp(static_cast<int>(point.x / kTileSize), 0, tiles_.width() - 1);
    const int y = std::clamp(static_cast<int>(point.y / kTileSize), 0, tiles_.height() - 1);
    return y * tiles_.width() + x;
}

const Routes::Field& Routes::field_to(int cell) {
    const auto known = fields_.find(cell);
    if (known != fields_.end()) return known->second;
    if (fields_.size() >= kMaxFields) fields_.clear();
    Field field(free_.size(), kFar);
    std::deque<int> queue{cell};
    field[static_cast<std::size_t>(cell)] = 0;
    const int width = tiles_.width();
    while (!queue.empty()) {
        const int at = queue.front();
        queue.pop_front();
        for (const auto& step : kSteps) {
            const int x = at % width + step[0];
            const int y = at / width + step[1];
            if (x < 0 || y < 0 || x >= width || y >= tiles_.height()) continue;
            const int there = y * width + x;
            const auto next = static_cast<std::size_t>(there);
            if (free_[next] && field[next] == kFar) {
                field[next] = field[static_cast<std::size_t>(at)] + 1;
                queue.push_back(there);
            }
        }
    }
    return fields_.emplace(cell, std::move(field)).first->second;
}

int Routes::best_neighbour(const Field& field, int cell) const {
    const int width = tiles_.width();
    int best = cell;
    for (const auto& step : kSteps) {
        const int x = cell % width + step[0];
        const int y = cell / width + step[1];
        if (x < 0 || y < 0 || x >= width || y >= tiles_.height()) continue;
        const int next = y * width + x;
        if (field[static_cast<std::size_t>(next)] < field[static_cast<std::size_t>(best)])
            best = next;
    }
    return best;
}

Vec Routes::next_point(Vec from, Vec to, int ahead) {
    const Field& field = field_to(cell_of(to));
    int cell = cell_of(from);
    for (int i = 0; i < ahead; ++i) cell = best_neighbour(field, cell);
    if (field[static_cast<std::size_t>(cell)] == 0) return to;
    return TileMap::centre(cell % tiles_.width(), cell / tiles_.width());
}

}  // namespace tickreel::match
