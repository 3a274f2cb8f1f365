#pragma once
// Writes whole columns of item and event rows to DuckDB's vectors: the hot path of exports and
// scans.

#include "format/tables/duckdb.h"
#include "format/tables/item_rows.h"

namespace tickreel {

// The column of the plan, of all rows of the cursor's batch.
void put_column(duckdb_vector vector, const TablePlan& plan, std::size_t column,
                const ItemRows& cursor, std::span<const ItemRow> rows);

}  // namespace tickreel
