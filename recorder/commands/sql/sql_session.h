#pragma once
// Statements one after the other: of a script, or as typed at a prompt.

#include "recorder/commands/command_line.h"
#include "recorder/commands/sql/sql_answers.h"
#include "tickreel/base/stop_signals.h"

namespace tickreel {

class SqlSession {
public:
    // All must outlive the session.
    SqlSession(const CommandLine& line, TableDatabase& database, const AnswerOptions& options,
               const StopSignals& stop)
        : line_(line), database_(database), answers_(database, options), stop_(stop) {}

    // Exit codes. `name`: of the script's file.
    int run_script(const std::string& text, const std::string& name);
    int run_prompt(std::size_t recordings);

private:
    // Empty when it is done, else what went wrong.
    std::string run(const SqlStatement& statement, bool last);
    // Whether the prompt goes on.
    bool run_typed(const std::string& text);

    const CommandLine& line_;
    TableDatabase& database_;
    SqlAnswers answers_;
    const StopSignals& stop_;
    bool ended_ = false;  // by a signal that is not Ctrl-C
};

}  // namespace tickreel
