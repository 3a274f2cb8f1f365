#pragma once
// Expressions that can be answered before a query runs.

#include <functional>

#include "format/tables/parse_tree.h"

namespace tickreel {

// The same value whenever and for whichever row it is asked.
bool is_constant(const ParseNode& node);
// A condition of no columns but `segment` and `file`, at least one of them, that is the same
// whenever asked. `is_own`: whether a column is of the table that is asked about.
bool is_place_condition(const ParseNode& node,
                        const std::function<bool(const ParseNode& column)>& is_own);
// The same without table names before its columns.
ParseNode without_tables(ParseNode node);

}  // namespace tickreel
