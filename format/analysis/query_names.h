#pragma once
// What the names of a query mean in a schema: exact spelling first, then whatever differs by case
// or underscores only, then the short word for an event (`kill` for Sv_KillMsg), then the events of
// a class. Errors say what there is, and what was probably meant.

#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// One type, or all of a class.
Result<std::vector<TypeId>> find_query_types(const Schema& schema, std::string_view name);
// A field by name; "id" is not one of them. `wordN` where no field has that name: fields.size() +
// N.
Result<std::size_t> find_query_field(const ItemType& type, std::string_view name);

struct QueryFieldPlace {
    TypeId type = 0;
    std::size_t field = 0;
};
// The only field of that name in the whole schema.
Result<QueryFieldPlace> find_lone_field(const Schema& schema, std::string_view name);

// The number behind an Enum or Flags name.
Result<std::int64_t> find_query_value(const Field& field, std::string_view name);

// "Sv_KillMsg" -> "kill", as SQL's tables are called.
std::string short_event_name(std::string_view type);

}  // namespace tickreel
