#pragma once
// SQL views over the tables of recordings, built from classes and roles alone, for games without
// specific views. `kills` (tick, time, killer, killer_name, victim, victim_name, weapon),
// `chat_lines` (tick, time, client_id, name, message) and `positions` (tick, time, id, name, x, y:
// in units), each with segment and file; only views that some type supplies.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/export/table_plan.h"

namespace tickreel {

// What they read beside the tables themselves, in the schema `tickreel`: NAME_names, the table of
// an event type with FIELD_name for each field, the player whose number the field has, or of an
// item type with player_name, what its player is called even where the item was not named yet.
inline constexpr std::string_view kNamesSuffix = "_names";
inline constexpr std::string_view kFieldNameSuffix = "_name";
inline constexpr std::string_view kPlayerName = "player_name";

struct SchemaView {
    std::string name{};
    std::string sql{};  // a SELECT
};

std::vector<SchemaView> schema_views(std::span<const NamedSchema> schemas);

}  // namespace tickreel
