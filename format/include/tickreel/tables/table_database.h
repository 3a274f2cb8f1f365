#pragma once
// Recordings as SQL tables in an embedded DuckDB: the tables of plan_tables() as views that scan
// the .reel files directly. Decodes only the requested columns and only the chunks within a query's
// `tick` conditions. Without DuckDB in the build, open() fails and says how to get it.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/export/table_plan.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// How NDJSON writes a value of a result.
enum class ResultKind { Text, Number, Wide, Boolean, Json };

// The 64-bit numbers in lists, structs and other values of kind Json.
enum class WideInNested { Number, Text };

struct ResultColumn {
    std::string name{};
    ResultKind kind = ResultKind::Text;
};

using ResultRow = std::vector<std::optional<std::string>>;  // empty: NULL

struct SqlView {
    std::string name{};
    std::string sql{};  // a SELECT over the tables and the views before it
    // A row combines rows of one tick only (`players`, steps aside); its `id`, if any, is theirs.
    bool by_tick = false;
    std::string rows_of{};  // the table of which each row is one of the view's rows
    bool other_id = false;  // by_tick, but its `id` is not that of the rows
};

// What a game adds to the tables of its recordings.
struct TableExtras {
    Schema types{};                    // these get (empty) tables even if no recording has the type
    std::vector<SqlView> views{};      // a view whose tables are missing is omitted
    bool raw_enums = false;            // wished for: columns of enums hold numbers, not names
    bool one_core = false;             // not more of the processor than one core
    std::vector<std::string> apart{};  // added to recordings, no part of snapshots: plan_tables()
};

class TableDatabase {
public:
    // The readers must outlive the database. `problems` is never called concurrently.
    static Result<std::unique_ptr<TableDatabase>> open(std::vector<ReelFile> files,
                                                       ProblemSink problems,
                                                       const TableExtras& extras = {});
    TableDatabase(const TableDatabase&) = delete;
    TableDatabase& operator=(const TableDatabase&) = delete;
    ~TableDatabase();

    const std::vector<TablePlan>& tables() const;
    const std::vector<SqlView>& views() const;
    const std::vector<ReelFile>& files() const;
    // Errors are DuckDB's messages. `row` returns whether to continue.
    Result<void> query(const std::string& sql,
                       const std::function<void(const std::vector<ResultColumn>&)>& columns,
                       const std::function<bool(const ResultRow&)>& row,
                       WideInNested wide = WideInNested::Number);
    // Statements without a result, run unchanged. `bounded_by`: the query whose tick conditions
    // limit the scans.
    Result<void> run(const std::string& sql, const std::string& bounded_by = "");
    // Runs all statements concurrently, one thread each. Scans of file number `file` with `reader
    // := n` (n: the statement's number) share one pass over its frames. The first error.
    Result<void> run_together(std::size_t file, const std::vector<std::string>& statements);
    // Called now and then by every scan with the rows of the running query so far; true ends it.
    void set_watch(std::function<bool(std::uint64_t rows)> stopped);
    // Ends the running query with an error; from any thread; repeat until the query has ended.
    void interrupt();
    // About how many rows the scans of the running query will produce, for a progress bar; 0 when
    // that is unknown.
    std::uint64_t rows_expected() const;
    // Rows produced by the scans of the last query(): the measure of push-down.
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
