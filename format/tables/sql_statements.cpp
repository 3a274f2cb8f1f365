#include "tickreel/tables/sql_statements.h"

#include <algorithm>

#include "format/tables/sql_tokens.h"
#include "tickreel/base/ascii.h"

namespace tickreel {

namespace {

std::string_view behind_explain(SqlTokens tokens) {
    auto token = tokens.next();
    if (is_word(token, "analyze")) token = tokens.next();
    if (token && token->text == "(") {
        SqlTokens options = tokens;
        const auto first = options.next();
        if (!is_word(first, "select") && !is_word(first, "from") && !is_word(first, "with")) {
            enclosed(tokens);
            tokens.next();
        }
    }
    return tokens.here();
}

std::string_view behind_as(SqlTokens tokens) {
    bool table = false;
    while (const auto token = tokens.next()) {
        table = table || is_word(token, "table");
        if (token->text == "(") return {};
        if (is_word(token, "as")) return table ? tokens.rest() : std::string_view();
    }
    return {};
}

}  // namespace

SqlScript split_statements(std::string_view sql) {
    SqlScript script;
    SqlStatement statement;
    std::size_t line = 1;
    bool any = false;  // a token that is not blank
    const auto end = [&] {
        if (any) script.statements.push_back(std::move(statement));
        statement = {};
        any = false;
    };
    while (!sql.empty()) {
        const SqlToken token = take_token(sql);
        sql.remove_prefix(token.text.size());
        script.open = !token.complete;
        if (token.kind == SqlToken::Kind::Sign && token.text == ";") {
            end();
        } else {
            if (!any && token.kind != SqlToken::Kind::Blank) {
                any = true;
                statement.line = line;
            }
            if (any) statement.text += token.text;
        }
        line += static_cast<std::size_t>(std::count(token.text.begin(), token.text.end(), '\n'));
    }
    script.open = script.open || any;
    end();
    return script;
}

std::string first_word(std::string_view statement) {
    const auto token = SqlTokens(statement).next();
    return token ? ascii_lower(token->text) : std::string();
}

std::string_view query_within(std::string_view statement) {
    SqlTokens tokens(statement);
    const auto first = tokens.next();
    if (is_word(first, "explain")) return behind_explain(tokens);
    if (is_word(first, "create")) return behind_as(tokens);
    if (is_word(first, "copy")) {
        const auto next = tokens.next();
        return next && next->text == "(" ? enclosed(tokens) : std::string_view();
    }
    return first ? tokens.here() : std::string_view();
}

}  // namespace tickreel
