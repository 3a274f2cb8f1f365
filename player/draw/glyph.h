#pragma once
// Where glyphs come from: font files, the small pixel font that is built in, and for characters
// that nobody has a box with the character's number in it.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

struct Glyph {
    int width = 0;
    int height = 0;
    int left = 0;  // from the pen, pixels
    int top = 0;   // from the top of the line, pixels
    float advance = 0;
    std::vector<std::uint8_t> coverage{};  // width * height, 255 = full
    std::vector<Color> colors{};           // as many, of a glyph that has its own: emoji

    // White where it takes the colour of the text.
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

// ASCII and a box for everything else; scaled in whole steps, so that it stays sharp.
std::unique_ptr<GlyphSource> make_pixel_font();
// A box with the hexadecimal number of the character, where there is room for one.
Glyph hex_box(char32_t character, int line_height);

}  // namespace tickreel
