#pragma once
// Scans the rows of a table into DuckDB's vectors: what table functions have in common that differ
// in how they find recordings (reel_table in table_function.h, read_reel in format/duckdb).

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "format/tables/duckdb.h"
#include "format/tables/shared_frames.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

struct TableCatalog {
    std::vector<ReelFile> files{};
    std::vector<TablePlan> plans{};
    ProblemSink problems{};
    std::map<std::size_t, TickBounds> bounds{};       // by table, of the running query
    std::map<std::size_t, TickBounds> step_bounds{};  // of tables with steps
    std::set<std::size_t> ends_only{};                // tables that it only counts, see ends_only.h
    std::atomic<std::uint64_t> rows{0};               // made by the running query
    SharedFrames* shared = nullptr;                   // what scans with a `reader` read
    std::function<bool()> stopped{};                  // asked by scans; true ends the query
    std::function<std::string()> losses{};  // asked behind the last row: why some are missing
    std::atomic<std::uint64_t> dropped_words{0};
};

// Which rows of a catalog a scan reads.
struct TableBinding {
    std::shared_ptr<TableCatalog> catalog{};
    std::size_t table = 0;
    std::optional<std::size_t> file{};
    std::optional<std::size_t> reader{};  // of the catalog's shared frames
    std::set<std::string> types{};
    std::uint64_t row_group = 0;
    bool steps = false;
    bool names = false;
    bool utc = false;  // times are TIMESTAMP WITH TIME ZONE
};

// Says the columns of the binding's rows and leaves it to the scans.
void finish_bind(duckdb_bind_info info, std::unique_ptr<TableBinding> binding);

// Names, binds and registers a table function whose bind ends with finish_bind(). Destroys it.
Result<void> register_scan(duckdb_connection connection, duckdb_table_function function,
                           const char* name, duckdb_table_function_bind_t bind);

// Arguments of a bind; what was not given is empty. Destroys the value.
std::optional<std::int64_t> take_number(duckdb_value value);
std::vector<std::string> take_texts(duckdb_value value);  // of a list

}  // namespace tickreel
