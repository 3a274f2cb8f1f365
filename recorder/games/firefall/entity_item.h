#pragma once
// Characters and vehicles as items of their own, keyed by entity: where one is now (movement view
// and poses together) and what its observer view says of it, so that a map has all of it in one
// row. All of it is derived. Positions are in steps of 5 cm: between two that are told in full,
// poses are often less exact than that; the movement view keeps what it was told.

#include <unordered_map>

#include "recorder/games/firefall/world.h"

namespace tickreel::firefall {

inline constexpr double kPlaceStep = 0.05;   // of a position's column
inline constexpr double kTenthDegree = 0.1;  // of the heading's

namespace entity_column {
enum : std::size_t { kName, kX, kY, kZ, kHeading, kMovement, kState, kHealth, kFaction, kTeam };
}  // namespace entity_column

const ItemType& entity_type(PoseOf of);  // "Character", "Vehicle"

class EntityItems {
public:
    // A view came or changed. True when it says something about how its entity looks.
    bool note_view(std::uint64_t id, const ItemType& type, Row row);
    bool forget_view(std::uint64_t id, const ItemType& type);
    void clear() { looks_.clear(); }

    std::vector<Word> row(std::uint64_t entity, const Mover& mover) const;  // of entity_type()

private:
    struct Look {
        Cell name{.null = true};
        Cell state{.null = true};
        Cell health{.null = true};
        Cell faction{.null = true};
        Cell team{.null = true};
    };
    std::unordered_map<std::uint64_t, Look> looks_{};
};

}  // namespace tickreel::firefall
