#pragma once
// The other names of a table (Sv_KillMsg, kill of sv_kill_msg) in queries. They are no views:
// SHOW TABLES has each table once.

#include "format/tables/table_function.h"

namespace tickreel {

// The catalog must outlive the database.
void add_table_aliases(duckdb_database database, TableCatalog& catalog);

}  // namespace tickreel
