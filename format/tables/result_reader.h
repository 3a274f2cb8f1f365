#pragma once
// Runs statements and returns results row by row as text. DuckDB converts every type to text or
// JSON, so that lists, structs and computed values have DuckDB's spelling.

#include "format/tables/duckdb.h"
#include "format/tables/kept_rows.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

// The error is DuckDB's message.
Result<void> run_statement(duckdb_connection connection, const std::string& sql);

struct ResultOptions {
    KeptRowsSource* kept = nullptr;  // of this database; nullptr: queries only
    WideInNested wide = WideInNested::Number;
};

Result<void> read_result(duckdb_connection connection, const std::string& sql,
                         const std::function<void(const std::vector<ResultColumn>&)>& columns,
                         const std::function<bool(const ResultRow&)>& row,
                         const ResultOptions& options = {});

}  // namespace tickreel
