#include "recorder/commands/sql/sql_session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "recorder/commands/match_tables.h"
#include "recorder/commands/sql/line_editor.h"
#include "recorder/commands/sql/sql_completion.h"
#include "recorder/commands/sql/sql_errors.h"
#include "recorder/commands/sql/written_file.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/tables/sql_statements.h"

namespace tickreel {

namespace {

// Ctrl-C ends the query, whatever DuckDB is at.
class Interrupter {
public:
    Interrupter(TableDatabase& database, const StopSignals& stop)
        : asked_(stop.poll()), watcher_([this, &database, &stop] {
              while (!done_) {
                  if (const StopRequest asked = stop.poll(); asked != StopRequest::Nothing)
                      asked_ = asked;
                  if (stopped()) database.interrupt();
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
    bool stopped() const { return asked_ != StopRequest::Nothing; }
    bool told_to_end() const { return asked_ == StopRequest::Stop; }

private:
    std::atomic<bool> done_{false};
    std::atomic<StopRequest> asked_;
    std::thread watcher_;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// Words for the prompt itself; no SQL begins so.
bool means_end(std::string_view typed) {
    return typed == "quit" || typed == "exit" || typed == ".quit" || typed == ".exit" ||
           typed == "\\q" || typed == "quit;" || typed == "exit;";
}

bool means_help(std::string_view typed) {
    return typed == "help" || typed == "help;" || typed == ".help" || typed == "\\?" ||
           typed == "\\h" || typed == "?";
}

constexpr std::string_view kPromptHelp =
    "SHOW TABLES;            the tables and views\n"
    "DESCRIBE character;     the columns of one; duckdb_columns() has their units\n"
    "SELECT id, max(x) FROM character GROUP BY id;\n"
    "                        a statement ends with ; and may go on over several lines\n"
    "Tab completes names, Ctrl-C leaves the statement, Ctrl-D or quit ends.\n"
    "'tickreel sql --help' says what the views are.\n";

// The table that DuckDB says it does not have; empty if that is not what it says.
std::string missing_table(const std::string& error) {
    constexpr std::string_view kBefore = "Table with name ";
    const std::size_t at = error.find(kBefore);
    const std::size_t end = error.find(" does not exist", at);
    if (at == std::string::npos || end == std::string::npos) return "";
    return error.substr(at + kBefore.size(), end - at - kBefore.size());
}

// The history has one line for a statement, unless a comment ends with the line.
std::string in_one_line(std::string text) {
    if (text.find("--") == std::string::npos) std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

std::string SqlSession::explain(const std::string& error, std::size_t line) const {
    const std::string table = ascii_lower(missing_table(error));
    if (std::find(guard_.refused.begin(), guard_.refused.end(), table) == guard_.refused.end())
        return brief_sql_error(error, line);
    return concat("the rows of ", table, " are of one client each, and the union of ", guard_.file,
                  " has none; ", guard_.next);
}

std::string SqlSession::run(const SqlStatement& statement, bool last) {
    if (std::string refused = refused_target(statement.text, guard_.inputs); !refused.empty())
        return refused;
    if (const std::string table = find_table_read(statement.text, guard_.noted); !table.empty())
        line_.warn(guard_.file, concat("the union does not say who was sent a ", table,
                                       ", and has equal ones once; ", guard_.next));
    if (const std::string table = find_table_read(statement.text, guard_.not_noted); !table.empty())
        line_.warn(guard_.notes, concat("is what a server noted: it has no rows of ", table,
                                        ", which clients are sent; 'tickreel list FILE types' says "
                                        "what it has"));
    const WrittenFile written(statement.text);
    Interrupter interrupter(database_, stop_);
    const auto done = interrupter.stopped() ? Result<void>(fail("interrupted"))
                                            : answers_.answer(statement, last);
    interrupter.end();
    ended_ = interrupter.told_to_end();
    if (done) return "";
    const std::string folder = written.remove_parts();
    const char* interrupted = answers_.printing() ? kInterruptedOutput : kInterrupted;
    std::string why =
        interrupter.stopped() ? interrupted : explain(done.error().message, statement.line);
    if (!folder.empty()) why = concat("in '", folder, "' may be a part of the output: ", why);
    return why;
}

int SqlSession::run_script(const std::string& text, const std::string& name) {
    const SqlScript script = split_statements(text);
    if (script.statements.empty()) return line_.misused("no SQL statement given");
    for (std::size_t i = 0; i < script.statements.size() && answers_.open(); ++i) {
        const std::string wrong = run(script.statements[i], i + 1 == script.statements.size());
        if (wrong.empty()) continue;
        answers_.flush();
        return line_.failed(name == "-" ? "" : name, wrong);
    }
    if (const auto done = answers_.finish(); !done) return line_.failed("", done.error().message);
    return kExitDone;
}

bool SqlSession::run_typed(const std::string& text) {
    for (const SqlStatement& statement : split_statements(text).statements) {
        const std::string wrong = run(statement, true);
        answers_.flush();
        if (wrong.empty()) continue;
        fmt::print(stderr, "{}\n", wrong);
        break;
    }
    return answers_.open() && !ended_;
}

int SqlSession::run_prompt(std::size_t recordings) {
    if (!line_.common().quiet)
        fmt::print(stderr,
                   "{} recording{}. SHOW TABLES lists the tables; statements end with a "
                   "semicolon; Tab completes; help helps; Ctrl-D or quit ends.\n",
                   recordings, recordings == 1 ? "" : "s");
    SqlCompletion completion;
    completion.refresh(database_);
    LineEditor editor({sql_history_path(),
                       [&](const std::string& begun) { return completion.complete(begun); },
                       [this] { return stop_.poll(); }});
    std::string text;
    for (;;) {
        const LineEditor::Typed typed = editor.read(text.empty() ? "tickreel> " : "     ...> ");
        if (typed.outcome == LineEditor::Outcome::Cancelled) {
            text.clear();
            continue;
        }
        if (typed.outcome == LineEditor::Outcome::End) break;
        if (text.empty() && means_end(trimmed(typed.text))) return kExitDone;
        if (text.empty() && means_help(ascii_lower(trimmed(typed.text)))) {
            fmt::print(stderr, "{}", kPromptHelp);
            continue;
        }
        if (text.empty() && split_statements(typed.text).statements.empty() &&
            !split_statements(typed.text).open)
            continue;
        text += typed.text + '\n';
        if (split_statements(text).open) continue;
        text.pop_back();
        editor.remember(in_one_line(text));
        if (!run_typed(text)) break;
        completion.refresh(database_);
        text.clear();
    }
    fmt::print("\n");
    return kExitDone;
}

}  // namespace tickreel
