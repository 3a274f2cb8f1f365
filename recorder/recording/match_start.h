#pragma once
// Where the items of a game say what Game::match_starts and the like ask for.

#include <span>
#include <vector>

#include "recorder/games/game.h"
#include "tickreel/model/match_start.h"

namespace tickreel {

// Adds the fields among `wanted` that this type of the schema has.
void note_fields(const Schema& schema, TypeId id, std::span<const ItemField> wanted,
                 std::vector<TypeField>& into);

}  // namespace tickreel
