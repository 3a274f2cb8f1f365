#pragma once
// Recordings in any DuckDB: read_reel(files, table, ticks := 'A..B', lossy := false) and names that
// end in .reel. Needs use_duckdb() before.

#include "format/tables/duckdb.h"

namespace tickreel {

Result<void> register_read_reel(duckdb_connection connection);
// FROM 'match.reel' is read_reel('match.reel', 'items').
void add_reel_names(duckdb_database database);

}  // namespace tickreel
