#pragma once
// When the match on a server began, as snapshots of the game say it: see Game::match_starts.

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "recorder/games/game.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

using TypeField = std::pair<TypeId, std::size_t>;

// Adds the fields among `wanted` that this type of the schema has.
void note_fields(const Schema& schema, TypeId id, std::span<const ItemField> wanted,
                 std::vector<TypeField>& into);

// `fields`: of Game::match_starts. Empty if the snapshot does not say it.
std::optional<Tick> match_start_in(const Schema& schema, std::span<const TypeField> fields,
                                   const Snapshot& snapshot);

// Whether another match began since a snapshot `passed` ticks earlier, whose match began at
// `before`. While a server pauses a match, its start moves on with the clock; a new one lets it
// jump.
bool is_another_match(Tick before, Tick start, Tick passed);

}  // namespace tickreel
