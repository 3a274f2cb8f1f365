// What a statement of SQL writes.

#include <string>
#include <string_view>

#include "format/tables/sql_tokens.h"
#include "tickreel/base/ascii.h"
#include "tickreel/tables/sql_statements.h"

namespace tickreel {

namespace {

// Of an EXPLAIN or PREPARE the statement that it is about.
std::string_view innermost(std::string_view statement) {
    SqlTokens tokens(statement);
    while (auto token = tokens.next()) {
        if (token->text == "(")
            enclosed(tokens);
        else if (is_word(token, "prepare"))
            while (token && !is_word(token, "as")) token = tokens.next();
        else if (!is_word(token, "explain") && !is_word(token, "analyze") &&
                 !is_word(token, "analyse") && !is_word(token, "verbose"))
            return tokens.here();
    }
    return {};
}

// What begins behind COPY ... TO and the like.
SqlTarget target_at(std::string_view sql) {
    SqlTokens tokens(sql);
    const auto first = tokens.next();
    if (!first) return {};
    SqlTarget target;
    const std::string_view from = tokens.here();
    const bool quoted = from[0] == '\'' || from[0] == '"';
    target.path = quoted ? unquoted(tokens) : std::string(first->text);
    if (first->text == "(") enclosed(tokens);
    while (quoted && tokens.rest().starts_with(from[0])) tokens.next();  // 'it''s'
    target.typed = from.substr(0, from.size() - tokens.rest().size());
    // 'a' goes on with || or, after a line break, with 'b'.
    const auto after = tokens.next();
    target.plain = (quoted || first->kind == SqlToken::Kind::Word) && first->complete &&
                   (!after || after->text == "(" || after->kind == SqlToken::Kind::Word);
    if (!target.plain && first->text != "(")
        target.typed = from.substr(0, from.find_first_of(" \t\n"));
    return target;
}

SqlTarget copied_to(SqlTokens tokens) {
    auto token = tokens.next();
    while (token && !is_word(token, "from")) {
        if (is_word(token, "to")) return target_at(tokens.rest());
        if (token->text == "(") enclosed(tokens);
        token = tokens.next();
    }
    return {};
}

// EXPORT DATABASE 'x' and EXPORT DATABASE name TO 'x'.
SqlTarget exported_to(SqlTokens tokens) {
    while (const auto token = tokens.next()) {
        SqlTokens ahead = tokens;
        const auto next = ahead.next();
        if (is_word(token, "to") || (next && next->text.front() == '\''))
            return target_at(tokens.rest());
    }
    return {};
}

// SET and PRAGMA of the settings by which DuckDB writes a file.
SqlTarget set_target(SqlTokens tokens) {
    bool file = false;
    while (const auto token = tokens.next()) {
        if (token->text == "=" || is_word(token, "to"))
            return file ? target_at(tokens.rest()) : SqlTarget();
        const bool quoted = token->text.front() == '"';
        const std::string name = ascii_lower(quoted ? unquoted(tokens) : std::string(token->text));
        file = name == "profiling_output" || name == "profile_output" || name == "log_query_path";
    }
    return {};
}

}  // namespace

SqlTarget named_target(std::string_view statement) {
    SqlTokens tokens(innermost(statement));
    const auto first = tokens.next();
    SqlTarget target;
    if (is_word(first, "copy")) target = copied_to(tokens);
    if (is_word(first, "export")) target = exported_to(tokens);
    if (is_word(first, "set") || is_word(first, "pragma")) target = set_target(tokens);
    target.copies = is_word(first, "copy");
    return target;
}

std::string written_path(std::string_view statement) {
    const std::string first = first_word(statement);
    const SqlTarget target = named_target(statement);
    return target.plain && (first == "copy" || first == "export") ? target.path : std::string();
}

}  // namespace tickreel
