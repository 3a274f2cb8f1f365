#include "recorder/commands/sql/sql_errors.h"

#include <charconv>
#include <vector>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::size_t kCandidates = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// "LINE 3: SELECT ..." -> 3; 0: another line.
std::size_t drawn_line(std::string_view line) {
    if (!line.starts_with("LINE ")) return 0;
    std::size_t number = 0;
    std::from_chars(line.data() + 5, line.data() + line.size(), number);
    return number;
}

// `Candidate bindings: "a", "b", "c", "d"` without "d".
std::string_view nearest_of(std::string_view line) {
    const std::size_t list = line.find(": ");
    if (!line.starts_with("Candidate") || list == std::string_view::npos) return line;
    std::size_t end = list;
    for (std::size_t i = 0; i < kCandidates && end != std::string_view::npos; ++i)
        end = line.find(", ", end + 1);
    return line.substr(0, end);
}

std::string without_blanks(std::string_view line) {
    std::string out;
    for (const char c : line)
        if (c != ' ' && c != '\t')
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

struct NextStep {
    std::string_view words;  // of DuckDB
    std::string_view next;
};
constexpr NextStep kNextSteps[] = {
    {"Table with name", "'SHOW TABLES' lists them"},
    {"Referenced column", "DESCRIBE and the table's name list its columns"},
    {"Referenced table", "name it after FROM, or use its alias"},
    {"Function with name", "'SELECT function_name FROM duckdb_functions()' lists them"},
    {"unterminated quoted", "close the quotation mark"},
    {"Conversion Error", "try_cast() makes such values NULL"},
    {"Cannot open file", "check the name and its folder"},
    {"Out of Memory", "ask for fewer ticks or columns, or allow more: SET memory_limit = '8GB'"},
};

std::string_view next_step(std::string_view error) {
    for (const auto& [words, next] : kNextSteps)
        if (error.find(words) != error.npos) return next;
    return error.find("Did you mean") != error.npos || error.find("Either ") != error.npos
               ? ""
               : "'tickreel sql --help' has examples";
}

}  // namespace

std::string brief_sql_error(std::string_view message, std::size_t line) {
    std::string out;
    std::size_t listed = 0;  // lines of a list of functions
    bool list = false;
    std::size_t where = 1;
    for (const std::string_view each : lines_of(message)) {
        if (const std::size_t drawn = drawn_line(each); drawn != 0) {
            where = drawn;
            break;  // the drawing is the last part
        }
        const std::string plain = without_blanks(each);
        const bool begins = plain.starts_with("Candidate");
        list = begins || (list && (each.starts_with("\t") || plain.empty()));
        if (plain.empty() || (list && !begins && ++listed > kCandidates)) continue;
        out += concat(out.empty() ? "" : listed > 1 ? "; " : " ", nearest_of(plain));
    }
    if (const std::string_view next = next_step(out); !next.empty()) out += concat("; ", next);
    return line + where > 2 ? concat("line ", line + where - 1, ": ", out) : out;
}

}  // namespace tickreel
