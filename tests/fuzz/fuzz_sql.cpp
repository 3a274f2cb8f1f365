// Any text as SQL: its statements come one after the other in it, each is one statement by itself,
// and the query within one is a part of it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "tickreel/tables/sql_statements.h"

using namespace tickreel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string sql(reinterpret_cast<const char*>(data), size);
    const auto expect = [](bool holds) {
        if (!holds) std::abort();
    };
    std::size_t at = 0;
    std::size_t line = 1;
    for (const SqlStatement& statement : split_statements(sql).statements) {
        const std::size_t found = sql.find(statement.text, at);
        expect(found != std::string::npos && statement.line >= line);
        at = found + statement.text.size();
        line = statement.line;
        const auto again = split_statements(statement.text).statements;
        expect(again.size() == 1 && again[0].text == statement.text && again[0].line == 1);
        const std::string_view query = query_within(statement.text);
        expect(query.empty() || statement.text.find(query) != std::string::npos);
        expect(!first_word(statement.text).empty());
        expect(statement.text.find(named_target(statement.text).typed) != std::string::npos);
    }
    return 0;
}
