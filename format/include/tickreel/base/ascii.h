#pragma once
// Upper and lower case of ASCII letters, independent of the locale; other bytes stay unchanged.

#include <string>
#include <string_view>

namespace tickreel {

constexpr char ascii_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string ascii_lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = ascii_lower(c);
    return out;
}

}  // namespace tickreel
