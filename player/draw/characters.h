#pragma once
// Properties of characters for drawing. The tables follow Unicode 15 (blocks, Emoji_Presentation of
// emoji-data.txt); in doubt they choose shaping, which is always correct, only slower.

#include <cstddef>
#include <string_view>

namespace tickreel {

inline constexpr char32_t kZeroWidthNonJoiner = 0x200C;
inline constexpr char32_t kZeroWidthJoiner = 0x200D;
inline constexpr char32_t kTextStyle = 0xFE0E;
inline constexpr char32_t kEmojiStyle = 0xFE0F;

// Drawn from left to right by a single glyph, independent of its neighbours.
bool is_simple(char32_t character);
// False if all characters are simple.
bool needs_shaping(std::string_view utf8);
// A coloured emoji, if a font has one, unless kTextStyle follows.
bool is_emoji(char32_t character);
// A following kEmojiStyle makes it an emoji.
bool may_be_emoji(char32_t character);
// Two of them form a flag.
bool is_flag_letter(char32_t character);
// Invisible by itself: joiners, direction marks, styles, tags.
bool is_invisible_helper(char32_t character);
// Attaches to the previous character: joiner, styles, tags and skin tones. Marks are separate.
bool continues_cluster(char32_t character);
// In a private use area: its appearance is undefined.
bool is_private(char32_t character);

}  // namespace tickreel
