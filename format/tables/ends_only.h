#pragma once
// Which tables a query counts without looking at their rows, from DuckDB's own parse tree
// (json_serialize_sql): nothing of them is wanted but count(*) and the first and last tick.

#include <set>
#include <string>
#include <string_view>

namespace tickreel {

// Names in lower case. A table that the query also uses in any other way is not among them.
std::set<std::string> ends_only(std::string_view parse_tree);

}  // namespace tickreel
