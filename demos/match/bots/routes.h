#pragma once
// Path finding with a distance field over the tiles. Tees hook and jump, so every free tile counts
// as reachable, except tiles without room for a tee and tiles near spikes.

#include <map>
#include <vector>

#include "demos/match/physics.h"

namespace tickreel::match {

class Routes {
public:
    explicit Routes(const TileMap& tiles);

    // The point about `ahead` tiles along the way from `from` to `to`; `to` itself if it is near.
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
