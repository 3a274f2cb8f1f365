#pragma once
// Finds types, fields and enum values by names as people type them: an exact match, else ignoring
// case, else also ignoring underscores, else an event's short name (of what happens before what
// clients send): `Sv_KillMsg`, `sv_kill_msg` and `kill` are the same type. Errors suggest the
// closest name ("did you mean").

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// "PlayerInfo" -> "player_info", "Sv_KillMsg" -> "sv_kill_msg".
std::string table_name(std::string_view type);
// The everyday name of an event: "Sv_KillMsg" -> "kill". May be "". What a client asks for
// (Cl_Kill) is not called like what happens: `kill` is never a request.
std::string short_name(const ItemType& type);

// Of equally good matches one of the preferred use, else the first. The class of an event ("kill",
// "chat") stands for its type where no other has it.
std::optional<TypeId> match_type(const Schema& schema, std::string_view typed,
                                 std::optional<TypeUse> preferred = std::nullopt);
// All that the name stands for: that type, or those of a class of events; empty: none.
std::vector<TypeId> types_named(const Schema& schema, std::string_view typed,
                                std::optional<TypeUse> preferred = std::nullopt);
std::optional<std::size_t> match_field(const ItemType& type, std::string_view typed);
// The number for a name of an Enum or Flags field.
std::optional<std::int64_t> match_value(const Field& field, std::string_view typed);

// The same with an error message: "has no type 'Charcter'; did you mean 'Character'?"
Result<TypeId> find_type_named(const Schema& schema, std::string_view typed,
                               std::optional<TypeUse> preferred = std::nullopt);
Result<std::size_t> find_field_named(const ItemType& type, std::string_view typed);
Result<std::int64_t> find_value_named(const Field& field, std::string_view typed);

}  // namespace tickreel
