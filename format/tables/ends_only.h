#pragma once
// Finds tables that a query counts without needing their rows, from DuckDB's parse tree
// (json_serialize_sql): it uses only count(*) and the first and last tick.

#include <set>
#include <string>
#include <string_view>

namespace tickreel {

// Names in lower case. Excludes tables that the query also uses in any other way.
std::set<std::string> ends_only(std::string_view parse_tree);

}  // namespace tickreel
