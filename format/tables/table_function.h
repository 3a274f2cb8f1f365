#pragma once
// The one table function of our own DuckDB: reel_table(number of the table, file := number of the
// file, reader := which of the readers of shared frames, types := ['only', 'these'], row_group :=
// least size of the row groups that they will become, steps := true for what the row before it was:
// previous_tick, killed_tick, restarted_tick and previous_FIELD, utc := true for times that say
// that they are UTC).

#include "format/tables/table_scan.h"

namespace tickreel {

// The catalog must outlive the connection.
Result<void> register_reel_table(duckdb_connection connection, TableCatalog& catalog);

}  // namespace tickreel
