#include "recorder/games/teeworlds/uuid_text.h"

namespace tickreel::teeworlds {

namespace {

std::optional<Byte> hex_digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<Byte>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<Byte>(c - 'a' + 10);
    return std::nullopt;
}

}  // namespace

std::optional<Uuid> parse_uuid(std::string_view text) {
    Bytes digits;
    for (const char c : text) {
        if (c == '-') continue;
        const std::optional<Byte> digit = hex_digit(c);
        if (!digit) return std::nullopt;
        digits.push_back(*digit);
    }
    if (digits.size() != 32) return std::nullopt;
    Uuid uuid;
    for (std::size_t i = 0; i < 16; ++i)
        uuid.bytes[i] = static_cast<Byte>(digits[2 * i] << 4 | digits[2 * i + 1]);
    return uuid;
}

}  // namespace tickreel::teeworlds
