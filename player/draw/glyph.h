#pragma once
// Where glyphs come from: TrueType files, or the small pixel font that is built in.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tickreel {

struct Glyph {
    int width = 0;
    int height = 0;
    int left = 0;  // from the pen, pixels
    int top = 0;   // from the top of the line, pixels
    float advance = 0;
    std::vector<std::uint8_t> coverage{};  // width * height, 255 = full
};

class GlyphSource {
public:
    virtual ~GlyphSource() = default;
    virtual bool has(char32_t character) const = 0;
    virtual Glyph draw(char32_t character, int line_height) const = 0;
};

// nullptr when the file cannot be read or is no font.
std::unique_ptr<GlyphSource> open_truetype(const std::string& path);
// ASCII and a box for everything else; scaled in whole steps, so that it stays sharp.
std::unique_ptr<GlyphSource> make_pixel_font();

}  // namespace tickreel
