// UTF-8 from the wire: possibly cut, invalid or decorated.

#include "player/draw/characters.h"
#include "player/draw/font.h"

namespace tickreel {

namespace {

constexpr char32_t kBroken = 0xFFFD;

int sequence_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0) return 2;
    if (lead >= 0xE0 && lead < 0xF0) return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

bool too_small_or_forbidden(char32_t c, int length) {
    return (length == 3 && c < 0x800) || (length == 4 && c < 0x10000) || c > 0x10FFFF ||
           (c >= 0xD800 && c < 0xE000);
}

bool invisible(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF ||
           (c >= 0xFE00 && c <= 0xFE0F);
}

bool is_joiner(char32_t c) {
    return c == kZeroWidthJoiner || c == kZeroWidthNonJoiner;
}

// Whether an invisible character changes how its neighbours are drawn.
bool shapes(char32_t before, char32_t c, std::string_view behind) {
    if (c == kTextStyle || c == kEmojiStyle) return may_be_emoji(before);
    if (!is_joiner(c) || behind.empty() || is_simple(before) || is_joiner(before)) return false;
    const char32_t next = next_character(behind);
    return !invisible(next) && (!is_simple(next) || (c == kZeroWidthJoiner && may_be_emoji(next)));
}

}  // namespace

char32_t next_character(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const int length = sequence_length(lead);
    if (length <= 1 || text.size() < static_cast<std::size_t>(length)) {
        text.remove_prefix(1);
        return length == 1 ? lead : kBroken;
    }
    char32_t c = lead & (0x7FU >> length);
    for (int i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[static_cast<std::size_t>(i)]);
        if ((byte & 0xC0U) != 0x80U) {
            text.remove_prefix(1);
            return kBroken;
        }
        c = (c << 6) | (byte & 0x3FU);
    }
    if (too_small_or_forbidden(c, length)) {
        text.remove_prefix(1);
        return kBroken;
    }
    text.remove_prefix(static_cast<std::size_t>(length));
    return c;
}

std::string clean_text(std::string_view text) {
    std::string out;
    char32_t last = 0;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t c = next_character(text);
        if (c == '\n' || c == '\t')  // words stay apart
            out += ' ';
        else if (c == kBroken)
            out += "\xEF\xBF\xBD";
        else if (!invisible(c) || shapes(last, c, text))
            out += before.substr(0, before.size() - text.size());
        else
            continue;
        last = c;
    }
    return out;
}

}  // namespace tickreel
