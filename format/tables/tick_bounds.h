#pragma once
// Finds the ticks that a query can need from each table, from DuckDB's parse tree
// (json_serialize_sql). Only an optimisation: the conditions stay in the query; only plain
// comparisons of `tick` with an integer, joined by AND, set bounds.

#include <map>
#include <string>
#include <string_view>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// By table name in lower case; tables that are missing are unbounded.
std::map<std::string, TickBounds> tick_bounds(std::string_view parse_tree);

}  // namespace tickreel
