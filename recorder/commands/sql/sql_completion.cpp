#include "recorder/commands/sql/sql_completion.h"

#include <algorithm>
#include <cctype>

#include "tickreel/base/ascii.h"

namespace tickreel {

namespace {

bool begins_so(std::string_view word, std::string_view begun) {
    return ascii_lower(word.substr(0, begun.size())) == ascii_lower(begun);
}

constexpr const char* kNames =
    "SELECT DISTINCT t, c FROM ("
    "SELECT table_name AS t, '' AS c FROM duckdb_tables() WHERE NOT internal "
    "UNION ALL SELECT view_name, '' FROM duckdb_views() WHERE NOT internal AND "
    "schema_name = 'main' "
    "UNION ALL SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND "
    "schema_name = 'main' "
    "UNION ALL SELECT upper(keyword_name), '' FROM duckdb_keywords() WHERE keyword_category = "
    "'reserved' OR keyword_name IN ('explain', 'set', 'over', 'by', 'with', 'values', 'copy', "
    "'between', 'temp', 'view', 'filter', 'partition')) ORDER BY ALL";

}  // namespace

void SqlCompletion::refresh(TableDatabase& database) {
    words_.clear();
    columns_.clear();
    const auto read = database.query(
        kNames, [](const auto&) {},
        [this](const ResultRow& row) {
            const std::string column = row[1].value_or("");
            words_.push_back(column.empty() ? row[0].value_or("") : column);
            if (!column.empty()) columns_.emplace_back(ascii_lower(*row[0]), column);
            return true;
        });
    if (!read) return;  // nothing to complete is no reason to stop
    for (const TablePlan& plan : database.tables())
        for (const std::string& alias : plan.aliases) {
            words_.push_back(alias);
            for (const TableColumn& column : plan.columns)
                columns_.emplace_back(ascii_lower(alias), column.name);
        }
    std::sort(words_.begin(), words_.end());
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
}

std::vector<std::string> SqlCompletion::complete(std::string_view begun) const {
    std::vector<std::string> found;
    const std::size_t dot = begun.rfind('.');
    if (dot != std::string_view::npos) {
        for (const auto& [table, column] : columns_)
            if (table == ascii_lower(begun.substr(0, dot)) &&
                begins_so(column, begun.substr(dot + 1)))
                found.push_back(std::string(begun.substr(0, dot + 1)) + column);
        return found;
    }
    for (const std::string& word : words_)
        if (begins_so(word, begun)) found.push_back(word);
    return found;
}

std::string common_beginning(const std::vector<std::string>& words) {
    std::string common = words.empty() ? "" : words.front();
    for (const std::string& word : words) {
        std::size_t same = 0;
        while (same < common.size() && same < word.size() &&
               ascii_lower(common[same]) == ascii_lower(word[same]))
            ++same;
        common.resize(same);
    }
    return common;
}

std::string_view word_at_end(std::string_view text) {
    std::size_t begin = text.size();
    const auto part = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    while (begin > 0 && part(text[begin - 1])) --begin;
    return text.substr(begin);
}

}  // namespace tickreel
