#pragma once
// What drawing must know of single characters. Tables follow Unicode 15 (blocks, Emoji_Presentation
// of emoji-data.txt) and err on the side of shaping, which is never wrong, only slower.

#include <cstddef>
#include <string_view>

namespace tickreel {

inline constexpr char32_t kZeroWidthNonJoiner = 0x200C;
inline constexpr char32_t kZeroWidthJoiner = 0x200D;
inline constexpr char32_t kTextStyle = 0xFE0E;
inline constexpr char32_t kEmojiStyle = 0xFE0F;

// Drawn from left to right by one glyph of its own, whatever stands beside it.
bool is_simple(char32_t character);
// False when all of it is simple.
bool needs_shaping(std::string_view utf8);
// A picture in colours, if a font has one, unless kTextStyle follows.
bool is_emoji(char32_t character);
// kEmojiStyle behind it makes it one.
bool may_be_emoji(char32_t character);
// Two of them are a flag.
bool is_flag_letter(char32_t character);
// Nothing to see of its own: joiners, direction marks, styles, tags.
bool is_invisible_helper(char32_t character);
// Belongs to the character before it: joiner, styles, tags and skin tones. Marks besides.
bool continues_cluster(char32_t character);
// For private use: nobody knows what it looks like.
bool is_private(char32_t character);

}  // namespace tickreel
