#pragma once
// Runs SQL statements and prints what they answer, as text, CSV or NDJSON on standard output or as
// Parquet into a file.

#include <string>

#include "recorder/commands/output/out.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/value_style.h"
#include "tickreel/tables/sql_statements.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

struct AnswerOptions {
    std::string format = "text";
    OutputOptions output{};  // with "parquet": of the last statement
    ValueStyle style{};
    ProgressBar* bar = nullptr;  // taken away before anything is printed
};

class SqlAnswers {
public:
    SqlAnswers(TableDatabase& database, const AnswerOptions& options)
        : database_(database), options_(options) {}

    // Errors are DuckDB's, shortened to a line (sql_errors.h).
    Result<void> answer(const SqlStatement& statement, bool last);
    Result<void> finish() { return out_.finish(); }
    bool open() const { return out_.open(); }
    bool printing() const { return printing_; }  // rows of the last answer(), whole or not
    void flush() { out_.flush(); }

private:
    Result<void> print_text(const std::string& sql);
    Result<void> print_lines(const std::string& sql, bool json);
    Result<void> write_parquet(const std::string& sql);

    TableDatabase& database_;
    const AnswerOptions& options_;
    Out out_;
    bool printing_ = false;
    bool printed_ = false;  // an answer, so that the next one begins behind an empty line
};

}  // namespace tickreel
