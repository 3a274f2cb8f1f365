#pragma once
// Recordings as SQL tables, in an embedded DuckDB: the tables of plan_tables() as views, scanned
// straight from the .reel. Only the wanted columns are decoded, and only the chunks that a query's
// `tick` conditions touch. A build without DuckDB has open() fail with how to get it.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/export/table_plan.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// How a value of a result is written where types matter (NDJSON).
enum class ResultKind { Text, Number, Wide, Boolean, Json };

struct ResultColumn {
    std::string name{};
    ResultKind kind = ResultKind::Text;
};

using ResultRow = std::vector<std::optional<std::string>>;  // nothing = NULL

struct SqlView {
    std::string name{};
    std::string sql{};     // a SELECT over the tables and the views before it
    bool by_tick = false;  // a row's tick is that of all rows it is made of (`players` aside)
};

// What a game adds to the tables of its recordings.
struct TableExtras {
    Schema types{};                // tables that are there, empty, when no recording has the type
    std::vector<SqlView> views{};  // a view whose tables are missing is left out
};

class TableDatabase {
public:
    // The readers must outlive the database. `problems` is called from one thread at a time.
    static Result<std::unique_ptr<TableDatabase>> open(std::vector<ReelFile> files,
                                                       ProblemSink problems,
                                                       const TableExtras& extras = {});
    TableDatabase(const TableDatabase&) = delete;
    TableDatabase& operator=(const TableDatabase&) = delete;
    ~TableDatabase();

    const std::vector<TablePlan>& tables() const;
    const std::vector<SqlView>& views() const;
    const std::vector<ReelFile>& files() const;
    // Errors are DuckDB's own words. `row` says whether it wants more.
    Result<void> query(const std::string& sql,
                       const std::function<void(const std::vector<ResultColumn>&)>& columns,
                       const std::function<bool(const ResultRow&)>& row);
    // Statements without a result, run as they are. `bounded_by`: the query within whose tick
    // conditions say what the scans need.
    Result<void> run(const std::string& sql, const std::string& bounded_by = "");
    // All at a time, each in a thread of its own. The scans of file number `file` that say `reader
    // := n`, n being the statement's number, get its frames from one reading. The first error.
    Result<void> run_together(std::size_t file, const std::vector<std::string>& statements);
    // Asked now and then by every scan, with the rows of the running query so far: true ends it.
    void set_watch(std::function<bool(std::uint64_t rows)> stopped);
    // Ends the running query with an error; from any thread, again and again until it has ended.
    void interrupt();
    // Rows that the scans of the last query() made: what push-down is measured by.
    std::uint64_t rows_scanned() const;
    std::uint64_t dropped_words() const;  // words beyond the named fields, in all scans so far

private:
    TableDatabase();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

std::string sql_name(std::string_view name);  // "na""me"
std::string sql_text(std::string_view text);  // 'it''s'

}  // namespace tickreel
