#include "tickreel/tables/table_database.h"

namespace tickreel {

namespace {

std::string quoted(std::string_view text, char mark) {
    std::string out(1, mark);
    for (const char c : text) {
        if (c == mark) out += mark;
        out += c;
    }
    return out + mark;
}

}  // namespace

std::string sql_name(std::string_view name) {
    return quoted(name, '"');
}

std::string sql_text(std::string_view text) {
    return quoted(text, '\'');
}

}  // namespace tickreel
