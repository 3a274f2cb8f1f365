#pragma once
// How many rows a row group of Parquet has at least, so that whole chunks fit; see row_groups.h.

#include "format/tables/table_database.h"

namespace tickreel {

// Of a table that is written with so many columns.
std::uint64_t least_row_group(const TableDatabase& database, const TablePlan& table,
                              std::size_t columns);

}  // namespace tickreel
