#pragma once
// Exports tables of recordings as Parquet (zstd), as a folder of Parquet files or as a DuckDB
// database. Memory stays below the DuckDB limit set here plus one batch of frames, however long the
// recording. Writes directly to the given path; the caller publishes it under its final name.

#include "tickreel/tables/schema_json.h"

namespace tickreel {

struct TableExport {
    std::vector<std::string> types{};  // item and event types; empty: all
};

// One file: the table of the only type, else all items (of these types) with a `type` column.
Result<std::vector<ExportedTable>> export_parquet(TableDatabase& database, const std::string& path,
                                                  const TableExport& what);
// What a folder calls each recording: its file's name; where several have that, the others get a
// number that makes it nobody else's name.
std::vector<std::string> match_names(std::span<const ReelFile> files);
// path/type=T/match=M/part-0.parquet for every type that has rows; M as match_names() has it.
Result<std::vector<ExportedTable>> export_folder(TableDatabase& database, const std::string& path,
                                                 const TableExport& what);
// One table per type, plus `snapshots` and `players`.
Result<std::vector<ExportedTable>> export_duckdb(TableDatabase& database, const std::string& path,
                                                 const TableExport& what);

}  // namespace tickreel
