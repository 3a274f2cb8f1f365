#pragma once
// What EXPLAIN adds to DuckDB's plan: which ticks of each table a query reads.

#include "format/tables/query_needs.h"
#include "format/tables/table_function.h"

namespace tickreel {

// "character: ticks 1000..1100 (half-open) of 500..9000", a line for each table that is read.
std::string read_plan(const TableCatalog& catalog, const QueryNeeds& needs, bool bounded);

// About how many rows the scans of the query produce.
std::uint64_t expected_rows(const TableCatalog& catalog, const QueryNeeds& needs);

}  // namespace tickreel
