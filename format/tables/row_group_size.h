#pragma once
// How many rows a row group of Parquet has at least, so that whole chunks fit; see row_groups.h.

#include "tickreel/tables/table_database.h"

namespace tickreel {

// Memory that DuckDB (1.4.4) needs for a file of Parquet, about: each cell of the row group that it
// fills, and of each row group before it each column, until the file is complete.
inline constexpr std::uint64_t kCellBytes = 8;
inline constexpr std::uint64_t kColumnBytes = 800;

// Of a table that is written with so many columns.
std::uint64_t least_row_group(const TableDatabase& database, const TablePlan& table,
                              std::size_t columns);

}  // namespace tickreel
