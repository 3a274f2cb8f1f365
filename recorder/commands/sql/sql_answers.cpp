#include "recorder/commands/sql/sql_answers.h"

#include <algorithm>

#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/unfinished_file.h"

namespace tickreel {

namespace {

std::string json_cell(const ValueStyle& style, const ResultColumn& column,
                      const std::string& text) {
    if (column.kind == ResultKind::Wide) return big_number(style, text);
    const bool raw = column.kind == ResultKind::Boolean || column.kind == ResultKind::Json ||
                     (column.kind == ResultKind::Number &&
                      text.find_first_of("ni") == std::string::npos);  // nan, inf
    return raw ? printable_json(text) : json_string(text);
}

std::string ndjson_row(const ValueStyle& style, const std::vector<ResultColumn>& columns,
                       const ResultRow& row) {
    std::string line = "{";
    for (std::size_t i = 0; i < row.size(); ++i)
        line += (i == 0 ? "" : ",") + json_string(columns[i].name) + ':' +
                (row[i] ? json_cell(style, columns[i], *row[i]) : "null");
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

// Its drawings are lines; cells of a table have none.
std::string plan_text(const ResultRow& row) {
    const std::string text = row.size() > 1 ? row[1].value_or("") : "";
    if (row.size() > 1 && row[0] == "ticks_read") return "Ticks read:\n" + text + '\n';
    return text;
}

}  // namespace

Result<void> SqlAnswers::print_text(const std::string& sql) {
    const bool plan = first_word(sql) == "explain";
    std::optional<Table> table;
    std::string text;
    const auto done = database_.query(
        sql,
        [&](const std::vector<ResultColumn>& columns) {
            std::vector<Column> head;
            for (const ResultColumn& column : columns)
                head.push_back({printable(column.name), is_number(column.kind)});
            table.emplace(std::move(head));
        },
        [&](const ResultRow& row) {
            std::vector<Cell> cells;
            for (const auto& cell : row) cells.push_back(text_cell(cell ? *cell : "NULL"));
            if (plan)
                text += plan_text(row);
            else
                table->add(std::move(cells));
            return true;
        });
    if (options_.bar != nullptr) options_.bar->clear();
    if (!done || !table) return done;
    if (printed_) out_.write("\n");
    printed_ = true;
    out_.write(plan ? text : table->text());
    return {};
}

Result<void> SqlAnswers::print_lines(const std::string& sql, bool json) {
    std::vector<ResultColumn> head;
    return database_.query(
        sql,
        [&](const std::vector<ResultColumn>& columns) {
            head = columns;
            if (!json) out_.write((printed_ ? "\n" : "") + csv_head(columns));
            printed_ = true;
        },
        [&](const ResultRow& row) {
            printing_ = true;
            out_.write(json ? ndjson_row(options_.style, head, row) : csv_row(row));
            return out_.open();
        },
        json && !options_.style.big_numbers ? WideInNested::Text : WideInNested::Number);
}

// The rows go from the scans into the file without passing through here.
Result<void> SqlAnswers::write_parquet(const std::string& sql) {
    const auto file = UnfinishedFile::create(options_.output.path);
    if (!file) return file.error();
    const auto done = database_.run("COPY (" + sql + "\n) TO " + sql_text((*file)->path()) +
                                        " (FORMAT parquet, COMPRESSION zstd)",
                                    sql);
    if (!done) return done;
    return (*file)->publish(options_.output.force ? IfExists::Replace : IfExists::Refuse);
}

Result<void> SqlAnswers::answer(const SqlStatement& statement, bool last) {
    const std::string& sql = statement.text;
    printing_ = false;
    if (options_.format == "text") return print_text(sql);
    if (options_.format != "parquet") return print_lines(sql, options_.format == "ndjson");
    if (last) return write_parquet(sql);
    return database_.query(
        sql, [](const auto&) {}, [](const ResultRow&) { return true; });
}

}  // namespace tickreel
