#include "player/draw/characters.h"

#include <algorithm>
#include <array>
#include <span>

#include "player/draw/font.h"

namespace tickreel {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Sorted: Latin, Greek, Cyrillic without its marks, Armenian, Georgian, Cherokee, punctuation and
// symbols, Chinese, Japanese, Korean, Yi, width variants.
constexpr std::array kSimple{
    Range{0x0000, 0x02FF}, Range{0x0370, 0x0482}, Range{0x048A, 0x052F}, Range{0x0531, 0x058F},
    Range{0x10A0, 0x10FF}, Range{0x13A0, 0x13FF}, Range{0x1C90, 0x1CBF}, Range{0x1D00, 0x1DBF},
    Range{0x1E00, 0x200A}, Range{0x2010, 0x2027}, Range{0x202F, 0x205F}, Range{0x2070, 0x20CF},
    Range{0x2100, 0x2CEE}, Range{0x2CF2, 0x2D2F}, Range{0x2E00, 0x3029}, Range{0x3030, 0x3098},
    Range{0x309B, 0xA4CF}, Range{0xA640, 0xA66E}, Range{0xA700, 0xA7FF}, Range{0xAC00, 0xD7A3},
    Range{0xF900, 0xFB06}, Range{0xFE30, 0xFE6F}, Range{0xFF01, 0xFFEF}, Range{0xFFFC, 0xFFFD}};

// Emoji by default.
constexpr std::array kEmoji{
    Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},   Range{0x23F0, 0x23F0},
    Range{0x23F3, 0x23F3},   Range{0x25FD, 0x25FE},   Range{0x2614, 0x2615},
    Range{0x2648, 0x2653},   Range{0x267F, 0x267F},   Range{0x2693, 0x2693},
    Range{0x26A1, 0x26A1},   Range{0x26AA, 0x26AB},   Range{0x26BD, 0x26BE},
    Range{0x26C4, 0x26C5},   Range{0x26CE, 0x26CE},   Range{0x26D4, 0x26D4},
    Range{0x26EA, 0x26EA},   Range{0x26F2, 0x26F3},   Range{0x26F5, 0x26F5},
    Range{0x26FA, 0x26FA},   Range{0x26FD, 0x26FD},   Range{0x2705, 0x2705},
    Range{0x270A, 0x270B},   Range{0x2728, 0x2728},   Range{0x274C, 0x274C},
    Range{0x274E, 0x274E},   Range{0x2753, 0x2755},   Range{0x2757, 0x2757},
    Range{0x2795, 0x2797},   Range{0x27B0, 0x27B0},   Range{0x27BF, 0x27BF},
    Range{0x2B1B, 0x2B1C},   Range{0x2B50, 0x2B50},   Range{0x2B55, 0x2B55},
    Range{0x1F004, 0x1F004}, Range{0x1F0CF, 0x1F0CF}, Range{0x1F18E, 0x1F18E},
    Range{0x1F191, 0x1F19A}, Range{0x1F1E6, 0x1F201}, Range{0x1F21A, 0x1F21A},
    Range{0x1F22F, 0x1F22F}, Range{0x1F232, 0x1F265}, Range{0x1F300, 0x1F64F},
    Range{0x1F680, 0x1F6FF}, Range{0x1F7E0, 0x1F7F0}, Range{0x1F900, 0x1FAFF}};

constexpr std::array kMayBeEmoji{
    Range{'#', '#'},       Range{'*', '*'},       Range{'0', '9'},        Range{0xA9, 0xA9},
    Range{0xAE, 0xAE},     Range{0x203C, 0x203C}, Range{0x2049, 0x2049},  Range{0x2122, 0x2122},
    Range{0x2139, 0x2139}, Range{0x2190, 0x2BFF}, Range{0x3030, 0x3030},  Range{0x303D, 0x303D},
    Range{0x3297, 0x3297}, Range{0x3299, 0x3299}, Range{0x1F000, 0x1FAFF}};

bool within(std::span<const Range> ranges, char32_t c) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), c,
                         [](char32_t wanted, const Range& range) { return wanted < range.first; });
    return after != ranges.begin() && c <= std::prev(after)->last;
}

}  // namespace

bool is_simple(char32_t character) {
    return character < 0x300 || (within(kSimple, character) && !within(kEmoji, character));
}

bool needs_shaping(std::string_view utf8) {
    while (!utf8.empty())
        if (static_cast<unsigned char>(utf8.front()) < 0x80)
            utf8.remove_prefix(1);
        else if (!is_simple(next_character(utf8)))
            return true;
    return false;
}

bool is_emoji(char32_t character) {
    return within(kEmoji, character);
}

bool may_be_emoji(char32_t character) {
    return within(kMayBeEmoji, character);
}

bool is_flag_letter(char32_t character) {
    return character >= 0x1F1E6 && character <= 0x1F1FF;
}

bool is_invisible_helper(char32_t character) {
    return (character >= kZeroWidthNonJoiner && character <= 0x200F) ||  // includes direction marks
           (character >= 0xFE00 && character <= 0xFE0F) ||
           (character >= 0xE0020 && character <= 0xE007F) ||
           (character >= 0xE0100 && character <= 0xE01EF);
}

bool continues_cluster(char32_t character) {
    return character == kZeroWidthJoiner ||
           (is_invisible_helper(character) && character > 0x200F) ||
           (character >= 0x1F3FB && character <= 0x1F3FF);
}

bool is_private(char32_t character) {
    return (character >= 0xE000 && character <= 0xF8FF) || character >= 0xF0000;
}

}  // namespace tickreel
