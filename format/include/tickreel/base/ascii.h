#pragma once
// Case of ASCII letters, whatever the locale; bytes beyond ASCII stay as they are.

namespace tickreel {

constexpr char ascii_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace tickreel
