#pragma once
// The words of SQL as DuckDB's lexer tells them apart: comments, quoted texts, $$ texts and blanks
// that are not ASCII.

#include <optional>
#include <string>
#include <string_view>

namespace tickreel {

struct SqlToken {
    enum class Kind { Blank, Word, Sign, Quoted } kind = Kind::Blank;
    std::string_view text{};
    bool complete = true;
};

// The token at the front of text that is not empty.
SqlToken take_token(std::string_view sql);

// Words, signs and quoted texts of a statement one by one.
class SqlTokens {
public:
    explicit SqlTokens(std::string_view sql) : rest_(sql) {}

    std::optional<SqlToken> next();
    // From the token that next() gave last.
    std::string_view here() const { return here_; }
    std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
    std::string_view here_;
};

// `word` in lower case.
bool is_word(const std::optional<SqlToken>& token, std::string_view word);
// From behind an opening parenthesis to the closing one.
std::string_view enclosed(SqlTokens& tokens);
// 'it''s', which next() gave last, without its quotes.
std::string unquoted(const SqlTokens& tokens);

}  // namespace tickreel
