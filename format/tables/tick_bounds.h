#pragma once
// Which ticks a query can want of each table, from DuckDB's own parse tree (json_serialize_sql).
// Only ever an optimisation: the conditions stay in the query, and whatever is not plainly
// `tick` compared with a whole number, joined by AND, bounds nothing.

#include <map>
#include <string>
#include <string_view>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// By table name in lower case; a table that is not in it is not bounded.
std::map<std::string, TickBounds> tick_bounds(std::string_view parse_tree);

}  // namespace tickreel
