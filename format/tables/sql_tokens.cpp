#include "format/tables/sql_tokens.h"

#include <algorithm>
#include <cctype>

#include "tickreel/base/ascii.h"

namespace tickreel {

namespace {

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

}  // namespace

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

std::optional<SqlToken> SqlTokens::next() {
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

bool is_word(const std::optional<SqlToken>& token, std::string_view word) {
    return token && token->kind == SqlToken::Kind::Word && ascii_lower(token->text) == word;
}

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

}  // namespace tickreel
