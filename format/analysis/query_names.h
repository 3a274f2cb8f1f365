#pragma once
// Resolves names of a query in a schema: as find_name.h does, and if no type has the name, to the
// events of a class. Errors list what exists and suggest the closest name.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// One type, or all types of a class.
Result<std::vector<TypeId>> find_query_types(const Schema& schema, std::string_view name);
// A field by name, except "id". `wordN`, unless a field has that name: fields.size() +
// N.
Result<std::size_t> find_query_field(const ItemType& type, std::string_view name);

// The field that holds the number of a player, by the name of that player's name: "killer_name" is
// of "killer", as SQL has it.
inline constexpr std::string_view kNameSuffix = "_name";
std::optional<std::size_t> find_field_of_name(const ItemType& type, std::string_view name);

struct QueryFieldPlace {
    TypeId type = 0;
    std::size_t field = 0;
};
// The only field of that name in the whole schema.
Result<QueryFieldPlace> find_lone_field(const Schema& schema, std::string_view name);

// The number of an Enum or Flags name.
Result<std::int64_t> find_query_value(const Field& field, std::string_view name);

}  // namespace tickreel
