#pragma once
// What the names of a query mean in a schema: exact spelling first, then whatever differs by case
// only. Errors say what there is.

#include <string>
#include <string_view>

#include "tickreel/base/result.h"
#include "tickreel/model/schema.h"

namespace tickreel {

Result<TypeId> find_query_type(const Schema& schema, std::string_view name);
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

}  // namespace tickreel
