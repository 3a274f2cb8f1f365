#pragma once
// Characters and vehicles as separate derived items, keyed by entity: the current position
// (movement view and poses combined) and what the observer view says, so that a map finds
// everything in one row. Positions are in steps of 5 cm: between two full positions, poses are
// often less accurate than that; the movement view keeps the values that were sent.

#include <unordered_map>

#include "recorder/games/firefall/world.h"

namespace tickreel::firefall {

inline constexpr double kPlaceStep = 0.05;   // of a position column
inline constexpr double kTenthDegree = 0.1;  // of the heading column

namespace entity_column {
enum : std::size_t { kName, kX, kY, kZ, kHeading, kMovement, kState, kHealth, kFaction, kTeam };
}  // namespace entity_column

const ItemType& entity_type(PoseOf of);  // "Character", "Vehicle"

class EntityItems {
public:
    // Call when a view arrived or changed. True if it affects how its entity is displayed.
    bool note_view(std::uint64_t id, const ItemType& type, Row row);
    bool forget_view(std::uint64_t id, const ItemType& type);
    void clear() { appearances_.clear(); }

    std::vector<Word> row(std::uint64_t entity, const Mover& mover) const;  // of entity_type()

private:
    struct Appearance {
        Cell name{.null = true};
        Cell state{.null = true};
        Cell health{.null = true};
        Cell faction{.null = true};
        Cell team{.null = true};
        Cell army_tag{.null = true};  // of those whom somebody plays
    };
    std::unordered_map<std::uint64_t, Appearance> appearances_{};
};

}  // namespace tickreel::firefall
