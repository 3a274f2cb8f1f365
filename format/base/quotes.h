#pragma once
// Quotes text for languages that are parsed again: SQL, queries.

#include <string>
#include <string_view>

namespace tickreel {

// `text` between two `mark`s, with `escape` before each `mark` and `escape` inside. SQL doubles the
// mark, so there `escape` is the mark.
inline std::string put_in_quotes(std::string_view text, char mark, char escape) {
    std::string out(1, mark);
    for (const char c : text) {
        if (c == mark || c == escape) out += escape;
        out += c;
    }
    out += mark;
    return out;
}

}  // namespace tickreel
