#pragma once
// Statements one after the other: of a script, or as typed at a prompt.

#include "recorder/commands/command_line.h"
#include "recorder/commands/sql/sql_answers.h"
#include "tickreel/base/stop_signals.h"

namespace tickreel {

// The recordings; tables that a union of views has no rows of, or none that say whose they are; and
// those of which what a server noted has none.
struct SqlGuard {
    std::vector<std::string> inputs{};
    std::string file{};                  // such a union
    std::string next{};                  // what has those rows
    std::vector<std::string> refused{};  // the database does not have them
    std::vector<std::string> noted{};
    std::string notes{};  // a server's, where there are no other recordings
    std::vector<std::string> not_noted{};
};

class SqlSession {
public:
    // All must outlive the session.
    SqlSession(const CommandLine& line, TableDatabase& database, const AnswerOptions& options,
               const StopSignals& stop, const SqlGuard& guard)
        : line_(line),
          database_(database),
          answers_(database, options),
          stop_(stop),
          guard_(guard) {}

    // Exit codes. `name`: of the script's file.
    int run_script(const std::string& text, const std::string& name);
    int run_prompt(std::size_t recordings);

private:
    // What went wrong at a statement in that line of the script, for people.
    std::string explain(const std::string& error, std::size_t line) const;
    // Empty when it is done, else what went wrong.
    std::string run(const SqlStatement& statement, bool last);
    // Whether the prompt goes on.
    bool run_typed(const std::string& text);

    const CommandLine& line_;
    TableDatabase& database_;
    SqlAnswers answers_;
    const StopSignals& stop_;
    const SqlGuard& guard_;
    bool ended_ = false;  // by a signal that is not Ctrl-C
};

}  // namespace tickreel
