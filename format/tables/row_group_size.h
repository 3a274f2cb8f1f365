#pragma once
// The minimum number of rows of a Parquet row group, such that whole chunks fit; see row_groups.h.

#include "tickreel/tables/table_database.h"

namespace tickreel {

// Approximate memory of DuckDB (1.4.4) for a Parquet file: every cell of the row group being
// filled, and every column of each earlier row group, until the file is complete.
inline constexpr std::uint64_t kCellBytes = 8;
inline constexpr std::uint64_t kColumnBytes = 800;

// For a table that is written with so many columns.
std::uint64_t least_row_group(const TableDatabase& database, const TablePlan& table,
                              std::size_t columns);

}  // namespace tickreel
