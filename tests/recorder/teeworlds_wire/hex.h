#pragma once
// Test vectors are written as hex text.

#include <string_view>

#include "tickreel/base/bytes.h"

namespace tickreel_test {

inline int hex_digit(char c) {
    return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

inline tickreel::Bytes from_hex(std::string_view text) {
    tickreel::Bytes bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        bytes.push_back(
            static_cast<tickreel::Byte>(hex_digit(text[i]) * 16 + hex_digit(text[i + 1])));
    }
    return bytes;
}

// Prevents a failure from printing thousands of messages.
inline bool same(const std::vector<tickreel::Bytes>& a, const std::vector<tickreel::Bytes>& b) {
    return a == b;
}

inline tickreel::ByteView view(std::string_view text) {
    return tickreel::as_bytes(text);
}

}  // namespace tickreel_test
