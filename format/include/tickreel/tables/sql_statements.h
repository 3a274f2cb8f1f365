#pragma once
// Cuts SQL into its statements, as DuckDB's lexer would: a semicolon within quotes, $$ texts and
// comments ends nothing.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

struct SqlStatement {
    std::string text{};    // without the semicolon
    std::size_t line = 1;  // of its first word, counted from 1
};

struct SqlScript {
    std::vector<SqlStatement> statements{};
    bool open = false;  // the last one lacks its semicolon, or ends within quotes or a comment
};

SqlScript split_statements(std::string_view sql);

// The query within a statement whose rows it reads: all of a SELECT, the part behind EXPLAIN or
// CREATE TABLE ... AS, what COPY (...) encloses. "" when it is none of these.
std::string_view query_within(std::string_view statement);
// The file or folder that COPY ... TO 'x' or EXPORT DATABASE 'x' writes, "" if it is no such
// statement.
std::string written_path(std::string_view statement);
// What COPY ... TO, EXPORT DATABASE, or a setting of a file that DuckDB writes names, also behind
// EXPLAIN and PREPARE.
struct SqlTarget {
    std::string typed{};  // 'it''s.csv', ('a' || $1); "" if the statement names none
    bool plain = false;   // nothing is computed
    std::string path{};   // if so: it's.csv
    bool copies = false;  // COPY, which may empty a folder
};
SqlTarget named_target(std::string_view statement);
// EXPLAIN, CREATE ...: the first word, in lower case.
std::string first_word(std::string_view statement);

}  // namespace tickreel
