#pragma once
// The one table function that DuckDB sees: reel_table(number of the table, file := number of the
// file, reader := which of the readers of shared frames, types := ['only', 'these'], row_group :=
// least size of the row groups that they will become, steps := true for what the row before it was:
// previous_tick, killed_tick and previous_FIELD) scans rows into DuckDB's vectors.

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "format/tables/duckdb.h"
#include "format/tables/shared_frames.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

// What the function works on; must outlive the connection.
struct TableCatalog {
    std::vector<ReelFile> files{};
    std::vector<TablePlan> plans{};
    ProblemSink problems{};
    std::map<std::size_t, TickBounds> bounds{};  // by table, of the running query
    std::set<std::size_t> ends_only{};           // tables that it only counts, see ends_only.h
    std::atomic<std::uint64_t> rows{0};          // made by the running query
    SharedFrames* shared = nullptr;              // what scans with a `reader` read
    std::function<bool()> stopped{};             // asked by scans; true ends the query
    std::atomic<std::uint64_t> dropped_words{0};
};

Result<void> register_reel_table(duckdb_connection connection, TableCatalog& catalog);

}  // namespace tickreel
