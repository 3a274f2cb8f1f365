#include "format/base/quotes.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

std::string sql_name(std::string_view name) {
    return put_in_quotes(name, '"', '"');
}

std::string sql_text(std::string_view text) {
    return put_in_quotes(text, '\'', '\'');
}

}  // namespace tickreel
