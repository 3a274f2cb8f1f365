#pragma once
// DuckDB's error messages as one line.

#include <cstddef>
#include <string>
#include <string_view>

namespace tickreel {

// Without the drawing of where the mistake is; of its lists of candidates the three nearest; with
// what to try next.
// `line`: where the statement begins in its script; a message that names a line names that of the
// script.
std::string brief_sql_error(std::string_view message, std::size_t line);

}  // namespace tickreel
