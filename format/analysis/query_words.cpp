#include "format/analysis/query_words.h"

#include <algorithm>
#include <array>

#include "format/base/quotes.h"
#include "tickreel/base/valid_utf8.h"

namespace tickreel {
namespace {

using Kind = QueryWord::Kind;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c) ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// Reads up to the closing quote; `at` is after the opening one.
Result<std::string> read_quoted(std::string_view text, std::size_t& at, char quote) {
    const std::size_t column = at;
    std::string out;
    while (at < text.size() && text[at] != quote) {
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
        out += text[at++];
    }
    if (at >= text.size()) return fail("the quote at column ", column, " is never closed");
    ++at;
    return out;
}

std::string_view take_while(std::string_view text, std::size_t& at, bool (*accept)(char)) {
    const std::size_t from = at;
    while (at < text.size() && accept(text[at])) ++at;
    return text.substr(from, at - from);
}

std::string_view sign_at(std::string_view text) {
    static constexpr std::array<std::string_view, 19> kSigns = {
        "==", "!=", "<=", ">=", "&&", "||", "=", "<", ">", "~",
        "(",  ")",  ".",  ",",  "+",  "-",  "*", "/", "!"};
    const auto* found = std::find_if(kSigns.begin(), kSigns.end(), [text](std::string_view sign) {
        return text.substr(0, sign.size()) == sign;
    });
    return found == kSigns.end() ? std::string_view() : *found;
}

Result<QueryWord> next_word(std::string_view text, std::size_t& at) {
    QueryWord word{Kind::End, {}, at + 1};
    const char c = text[at];
    if (c == '"' || c == '`') {
        ++at;
        Result<std::string> inside = read_quoted(text, at, c);
        if (!inside) return inside.error();
        word.kind = c == '"' ? Kind::Text : Kind::Quoted;
        // A name may end in the middle of a character: shown or as it is, the same is meant.
        word.text = word.kind == Kind::Text ? valid_utf8(*inside) : std::move(*inside);
        return word;
    }
    if (is_digit(c)) {
        word.kind = Kind::Number;
        word.text =
            take_while(text, at, [](char d) { return is_name_part(d) || d == '.' || d == ':'; });
        return word;
    }
    if (is_name_part(c)) {
        word.kind = Kind::Name;
        word.text = take_while(text, at, is_name_part);
        return word;
    }
    const std::string_view sign = sign_at(text.substr(at));
    if (sign.empty()) return fail("column ", at + 1, ": '", c, "' means nothing here");
    at += sign.size();
    word.kind = Kind::Sign;
    word.text = sign;
    return word;
}

}  // namespace

bool is_plain_name(std::string_view name) {
    static constexpr std::array<std::string_view, 18> kWords = {
        "and",  "or",   "not",  "has",  "between", "for",  "within", "true", "false",
        "null", "tick", "wire", "time", "count",   "prev", "delta",  "now",  "changed"};
    if (std::find(kWords.begin(), kWords.end(), name) != kWords.end()) return false;
    return !name.empty() && !is_digit(name[0]) &&
           std::all_of(name.begin(), name.end(), is_name_part);
}

Result<std::vector<QueryWord>> split_query(std::string_view text) {
    std::vector<QueryWord> words;
    std::size_t at = 0;
    for (;;) {
        take_while(text, at,
                   [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
        if (at >= text.size()) {
            words.push_back({Kind::End, {}, text.size() + 1});
            return words;
        }
        Result<QueryWord> word = next_word(text, at);
        if (!word) return word.error();
        words.push_back(std::move(*word));
    }
}

std::string name_text(std::string_view name) {
    return is_plain_name(name) ? std::string(name) : put_in_quotes(name, '`', '\\');
}

}  // namespace tickreel
