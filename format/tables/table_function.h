#pragma once
// The one table function of our own DuckDB: reel_table(number of the table, file := number of the
// file, reader := which of the readers of shared frames, types := ['only', 'these'], row_group :=
// least size of the row groups that they will become, steps := true for what the row before it was:
// previous_tick, killed_tick, restarted_tick and previous_FIELD, names := true for FIELD_name of
// events, the player whose number the FIELD has, utc := true for times that say that they are UTC).

#include "format/tables/table_scan.h"

namespace tickreel {

// The catalog must outlive the connection.
Result<void> register_reel_table(duckdb_connection connection, TableCatalog& catalog);

}  // namespace tickreel
