#pragma once
// What columns mean, as SQL: comments that duckdb_columns() and duckdb_views() show.

#include <set>
#include <string>
#include <vector>

#include "tickreel/export/table_plan.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

// What a value is, with unit and scale; "" when there is nothing to say.
std::string column_comment(const TableColumn& column);
// COMMENT ON COLUMN for those columns ("table.column") that the views of these tables have. Fields
// with dots in their names may be parts of one. `views`: further ones, whose SELECT says what a
// column is behind its name, "x / 32 AS x /* in tiles */"; others are as in the view's table.
std::string comment_statements(const std::vector<TablePlan>& plans,
                               const std::vector<SqlView>& views,
                               const std::set<std::string>& columns);

}  // namespace tickreel
