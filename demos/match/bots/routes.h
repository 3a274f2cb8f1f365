#pragma once
// The way to a place as a field of distances over the tiles. Tees hook and jump, so every free tile
// counts as reachable; tiles without room for a tee and tiles near spikes do not.

#include <map>
#include <vector>

#include "demos/match/physics.h"

namespace tickreel::match {

class Routes {
public:
    explicit Routes(const TileMap& tiles);

    // The point some `ahead` tiles further on the way from `from` to `to`; `to` itself when near.
    Vec next_point(Vec from, Vec to, int ahead);

private:
    using Field = std::vector<int>;
    int cell_of(Vec point) const;
    const Field& field_to(int cell);
    int best_neighbour(const Field& field, int cell) const;

    const TileMap& tiles_;
    std::vector<bool> free_;
    std::map<int, Field> fields_;  // by goal
};

}  // namespace tickreel::match
