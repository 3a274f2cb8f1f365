// tickreel sql: DuckDB over recordings.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/batch.h"
#include "recorder/commands/export/table_extras.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

namespace {

struct SqlOptions {
    std::vector<std::string> arguments{};  // the recordings, then the query
    std::string format = "text";
    OutputOptions output{};
};

std::string table_list(const TableDatabase& database) {
    std::string names;
    for (const TablePlan& plan : database.tables())
        names += (names.empty() ? "" : ", ") + plan.name;
    for (const SqlView& view : database.views()) names += ", " + view.name;
    return "the tables are " + names;
}

// DuckDB's message, which may have a drawing of where the mistake is, in one line.
std::string one_line(const std::string& message) {
    std::string out;
    for (const char c : message) {
        const bool blank = c == '\n' || c == ' ';
        if (!blank)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    return out;
}

std::string json_cell(const ResultColumn& column, const std::string& text) {
    const bool raw = column.kind == ResultKind::Boolean || column.kind == ResultKind::Json ||
                     (column.kind == ResultKind::Number &&
                      text.find_first_of("ni") == std::string::npos);  // nan, inf
    return raw ? text : json_string(text);
}

std::string ndjson_row(const std::vector<ResultColumn>& columns, const ResultRow& row) {
    std::string line = "{";
    for (std::size_t i = 0; i < row.size(); ++i)
        line += (i == 0 ? "" : ",") + json_string(columns[i].name) + ':' +
                (row[i] ? json_cell(columns[i], *row[i]) : "null");
    return line + "}\n";
}

std::string csv_row(const ResultRow& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
        line += (i == 0 ? "" : ",") + csv_cell(row[i].value_or(""));
    return line + '\n';
}

std::string csv_head(const std::vector<ResultColumn>& columns) {
    ResultRow names;
    for (const ResultColumn& column : columns) names.emplace_back(column.name);
    return csv_row(names);
}

bool is_number(ResultKind kind) {
    return kind == ResultKind::Number || kind == ResultKind::Wide;
}

Result<void> print_text(TableDatabase& database, const std::string& query, Out& out) {
    std::vector<Column> head;
    std::optional<Table> table;
    const auto done = database.query(
        query,
        [&](const std::vector<ResultColumn>& columns) {
            for (const ResultColumn& column : columns)
                head.push_back({printable(column.name), is_number(column.kind)});
            table.emplace(head);
        },
        [&](const ResultRow& row) {
            std::vector<Cell> cells;
            for (const auto& text : row) cells.push_back(text_cell(text ? *text : "NULL"));
            table->add(std::move(cells));
            return true;
        });
    if (done && table) out.write(table->text());
    return done;
}

Result<void> print_lines(TableDatabase& database, const std::string& query, bool json, Out& out) {
    std::vector<ResultColumn> head;
    return database.query(
        query,
        [&](const std::vector<ResultColumn>& columns) {
            head = columns;
            if (!json) out.write(csv_head(columns));
        },
        [&](const ResultRow& row) {
            out.write(json ? ndjson_row(head, row) : csv_row(row));
            return out.open();
        });
}

// The rows go from the scans into the file without passing through here.
Result<void> write_parquet(TableDatabase& database, std::string query,
                           const OutputOptions& output) {
    while (!query.empty() && (query.back() == ';' || query.back() == ' ' || query.back() == '\n'))
        query.pop_back();
    const auto file = UnfinishedFile::create(output.path);
    if (!file) return file.error();
    const auto done = database.run("COPY (" + query + "\n) TO " + sql_text((*file)->path()) +
                                       " (FORMAT parquet, COMPRESSION zstd)",
                                   query);
    if (!done) return done;
    return (*file)->publish(output.force ? IfExists::Replace : IfExists::Refuse);
}

Result<void> answer(TableDatabase& database, const SqlOptions& options) {
    const std::string& query = options.arguments.back();
    if (options.format == "parquet") return write_parquet(database, query, options.output);
    Out out;
    const auto done = options.format == "text"
                          ? print_text(database, query, out)
                          : print_lines(database, query, options.format == "ndjson", out);
    if (!done) return done;
    return out.finish();
}

// Ctrl-C ends the query, whatever DuckDB is at.
class Interrupter {
public:
    Interrupter(TableDatabase& database, const StopSignals& stop)
        : watcher_([this, &database, &stop] {
              while (!done_) {
                  stopped_ = stopped_ || stop.arrived();
                  if (stopped_) database.interrupt();
                  std::this_thread::sleep_for(std::chrono::milliseconds(20));
              }
          }) {}
    Interrupter(const Interrupter&) = delete;
    Interrupter& operator=(const Interrupter&) = delete;
    ~Interrupter() { end(); }

    void end() {
        done_ = true;
        if (watcher_.joinable()) watcher_.join();
    }
    bool stopped() const { return stopped_; }

private:
    std::atomic<bool> done_{false};
    std::atomic<bool> stopped_{false};
    std::thread watcher_;
};

int ask(const CommandLine& line, const SqlOptions& options) {
    std::vector<std::string> paths =
        expand_paths({options.arguments.begin(), options.arguments.end() - 1});
    bool all_opened = true;
    const auto reels = open_reels(line, paths, all_opened);
    if (reels.empty()) return kExitFailed;
    std::vector<ReelFile> files;
    for (std::size_t i = 0; i < paths.size(); ++i)
        files.push_back({paths[i], reels[i].get(), reels[i]->everything(), evolvers()});
    const StopSignals stop;  // before DuckDB starts its threads
    auto database = TableDatabase::open(std::move(files), ignore_problems, table_extras(reels));
    if (!database) return line.failed("", database.error().message);
    // Scans give their rows to one thread; a second one would wait for them with a busy loop.
    if (const auto set = (*database)->run("SET threads = 1"); !set)
        return line.failed("", one_line(set.error().message));
    Interrupter interrupter(**database, stop);
    const auto done = answer(**database, options);
    interrupter.end();
    if (!done && interrupter.stopped()) return line.failed("", "interrupted; no output written");
    if (!done) return line.failed("", one_line(done.error().message), table_list(**database));
    int code = all_opened ? kExitDone : kExitDataLost;
    for (std::size_t i = 0; i < paths.size(); ++i)
        code = std::max(code, ReadLosses(line, paths[i], *reels[i]).report());
    return code;
}

int run_sql(CommandLine& line) {
    SqlOptions options;
    line.app()
        .add_option("FILE", options.arguments,
                    "recordings (.reel, folders, patterns), and the query last")
        ->required()
        ->expected(2, 1 << 20);
    line.app()
        .add_option("--format", options.format, "text, csv, ndjson, or parquet into -o")
        ->check(CLI::IsMember({"text", "csv", "ndjson", "parquet"}))
        ->option_text("FORMAT");
    add_output_options(line, options.output, "with --format parquet: the file to write", false);
    line.app().footer(
        "Tables: one per item type and event type (character, player_info, sv_chat or chat ...), "
        "items, snapshots, players; views: kills, chat_lines, positions, moves, lives, "
        "gaps, inputs, input_delivery, input_statistics.\n'SHOW TABLES' and 'DESCRIBE character' "
        "tell more; conditions of tick, time, "
        "segment and file read only what they touch.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    const bool parquet = options.format == "parquet";
    if (parquet != !options.output.path.empty())
        return line.misused("--format parquet and -o OUT.parquet go together");
    if (parquet)
        if (const auto allowed = check_output(options.output, OutputKind::Binary); !allowed)
            return line.failed(options.output.path, allowed.error().message);
    return ask(line, options);
}

}  // namespace

extern const Command sql_command;
const Command sql_command{
    "sql", "query recordings with SQL (DuckDB)",
    "  tickreel sql match.reel \"SELECT id, max(x) FROM character GROUP BY id\"\n"
    "  tickreel sql 'season/*.reel' \"SELECT file, count(*) FROM chat GROUP BY file\" --format csv",
    run_sql};

}  // namespace tickreel
