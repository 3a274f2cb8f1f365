#pragma once
// What columns mean, as SQL: comments that duckdb_columns() and duckdb_views() show.

#include <set>
#include <string>
#include <vector>

#include "tickreel/export/table_plan.h"

namespace tickreel {

// What a value is, with unit and scale; "" when there is nothing to say.
std::string column_comment(const TableColumn& column);
// COMMENT ON COLUMN for those columns ("table.column") that the views of these tables have. Fields
// with dots in their names may be parts of one.
std::string comment_statements(const std::vector<TablePlan>& plans,
                               const std::set<std::string>& columns);

}  // namespace tickreel
