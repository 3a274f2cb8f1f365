#include "tickreel/tables/sql_statements.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "tickreel/base/ascii.h"

namespace tickreel {

namespace {

struct SqlToken {
    enum class Kind { Blank, Word, Sign, Quoted } kind = Kind::Blank;
    std::string_view text{};
    bool complete = true;
};

bool is_word_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

// The bytes of a blank that is not ASCII, which DuckDB takes for a space; 0: none begins here.
std::size_t wide_blank(std::string_view sql) {
    for (const std::string_view each : {"\xc2\xa0", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe2\x81\xa0",
                                        "\xe3\x80\x80", "\xef\xbb\xbf"})
        if (sql.starts_with(each)) return each.size();
    return sql.size() > 2 && sql.starts_with("\xe2\x80") &&
                   static_cast<unsigned char>(sql[2]) >= 0x80 &&
                   static_cast<unsigned char>(sql[2]) <= 0x8d
               ? 3
               : 0;
}

// Up to and with `end`, from `at` on; everything if it does not come.
std::size_t behind(std::string_view sql, std::string_view end, std::size_t at, bool& complete) {
    const std::size_t found = sql.find(end, at);
    complete = found != std::string_view::npos;
    return complete ? found + end.size() : sql.size();
}

// "" when no $tag$ begins here.
std::string_view dollar_tag(std::string_view sql) {
    std::size_t size = 1;
    while (size < sql.size() && is_word_part(sql[size])) ++size;
    const bool parameter = sql.size() > 1 && std::isdigit(static_cast<unsigned char>(sql[1])) != 0;
    if (size == sql.size() || sql[size] != '$' || parameter) return {};
    return sql.substr(0, size + 1);
}

// Comments may enclose comments.
std::size_t block_comment(std::string_view sql, bool& complete) {
    std::size_t depth = 1;
    std::size_t at = 2;
    for (; at < sql.size() && depth != 0; ++at)
        if (sql.substr(at).starts_with("/*"))
            ++depth, ++at;
        else if (sql.substr(at).starts_with("*/"))
            --depth, ++at;
    complete = depth == 0;
    return std::min(at, sql.size());
}

// E'it\'s': the only quotes with backslashes.
std::size_t escaped_text(std::string_view sql, bool& complete) {
    std::size_t at = 2;
    while (at < sql.size() && sql[at] != '\'') at += sql[at] == '\\' ? 2 : 1;
    complete = at < sql.size();
    return std::min(at + 1, sql.size());
}

// The token at the front of text that is not empty.
SqlToken take_token(std::string_view sql) {
    SqlToken token;
    std::size_t size = 1;
    const char c = sql[0];
    const bool escapes = (c == 'e' || c == 'E') && sql.size() > 1 && sql[1] == '\'';
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        token.kind = SqlToken::Kind::Blank;
    } else if (const std::size_t wide = wide_blank(sql); wide != 0) {
        size = wide;
    } else if (sql.starts_with("--")) {
        size = std::min(sql.find('\n'), sql.size());
    } else if (sql.starts_with("/*")) {
        size = block_comment(sql, token.complete);
    } else if (escapes) {
        token.kind = SqlToken::Kind::Quoted;
        size = escaped_text(sql, token.complete);
    } else if (c == '\'' || c == '"') {
        token.kind = SqlToken::Kind::Quoted;
        size = behind(sql, sql.substr(0, 1), 1, token.complete);
    } else if (c == '$' && !dollar_tag(sql).empty()) {
        token.kind = SqlToken::Kind::Quoted;
        const std::string_view tag = dollar_tag(sql);
        size = behind(sql, tag, tag.size(), token.complete);
    } else if (is_word_part(c)) {
        token.kind = SqlToken::Kind::Word;
        while (size < sql.size() && is_word_part(sql[size]) && wide_blank(sql.substr(size)) == 0)
            ++size;
    } else {
        token.kind = SqlToken::Kind::Sign;
    }
    token.text = sql.substr(0, size);
    return token;
}

// Words, signs and quoted texts of a statement one by one.
class SqlTokens {
public:
    explicit SqlTokens(std::string_view sql) : rest_(sql) {}

    std::optional<SqlToken> next() {
        while (!rest_.empty()) {
            const SqlToken token = take_token(rest_);
            if (token.kind != SqlToken::Kind::Blank) {
                here_ = rest_;
                rest_.remove_prefix(token.text.size());
                return token;
            }
            rest_.remove_prefix(token.text.size());
        }
        here_ = rest_;
        return std::nullopt;
    }
    // From the token that next() gave last.
    std::string_view here() const { return here_; }
    std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
    std::string_view here_;
};

bool is_word(const std::optional<SqlToken>& token, std::string_view word) {
    return token && token->kind == SqlToken::Kind::Word && ascii_lower(token->text) == word;
}

// From behind an opening parenthesis to the closing one.
std::string_view enclosed(SqlTokens& tokens) {
    const std::string_view all = tokens.rest();
    std::size_t depth = 1;
    while (const auto token = tokens.next()) {
        if (token->text == "(") ++depth;
        if (token->text == ")" && --depth == 0)
            return all.substr(0, all.size() - tokens.here().size());
    }
    return {};
}

// 'it''s', which next() gave last, without its quotes.
std::string unquoted(const SqlTokens& tokens) {
    std::string text;
    const std::string_view quoted = tokens.here();
    for (std::size_t i = 1; i < quoted.size(); ++i) {
        if (quoted[i] == quoted[0] && quoted.substr(i + 1, 1) != quoted.substr(0, 1)) return text;
        if (quoted[i] == quoted[0]) ++i;
        text += quoted[i];
    }
    return text;
}

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
