#pragma once
// Sources of glyphs: font files, the small built-in pixel font, and for characters without a font a
// box with the character's number.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

struct Glyph {
    int width = 0;
    int height = 0;
    int left = 0;  // offset from the pen, pixels
    int top = 0;   // offset from the top of the line, pixels
    float advance = 0;
    std::vector<std::uint8_t> coverage{};  // width * height, 255 = full
    std::vector<Color> colors{};           // same size, for coloured glyphs: emoji

    // White where the glyph takes the text colour.
    Color pixel(int x, int y) const {
        const auto at = static_cast<std::size_t>(y * width + x);
        return colors.empty() ? Color{255, 255, 255, coverage[at]} : colors[at];
    }
};

class GlyphSource {
public:
    virtual ~GlyphSource() = default;
    virtual bool has(char32_t character) const = 0;
    virtual Glyph draw(char32_t character, int line_height) const = 0;
};

// ASCII, and a box for everything else; scaled in whole steps to stay sharp.
std::unique_ptr<GlyphSource> make_pixel_font();
// A box with the character's hexadecimal number, if there is room for it.
Glyph hex_box(char32_t character, int line_height);

}  // namespace tickreel
