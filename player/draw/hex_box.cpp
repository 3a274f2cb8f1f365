#include <array>

#include "player/draw/glyph.h"

namespace tickreel {

namespace {

// Three columns, five rows, highest bit first.
constexpr std::array<std::uint16_t, 16> kDigits{
    0b111101101101111, 0b010110010010111, 0b110001010100111, 0b110001010001110,
    0b101101111001001, 0b111100110001110, 0b011100111101111, 0b111001010010010,
    0b111101111101111, 0b111101111001110, 0b010101111101101, 0b110101110101110,
    0b011100100100011, 0b110101101101110, 0b111100110100111, 0b111100110100100};
constexpr int kDigitColumns = 3;
constexpr int kDigitRows = 5;
constexpr int kRowsNeeded = 2 * kDigitRows + 5;  // two rows, frame, and a pixel between all

class Canvas {
public:
    explicit Canvas(Glyph& glyph, int scale) : glyph_(glyph), scale_(scale) {}
    void set(int x, int y) {
        for (int dy = 0; dy < scale_; ++dy) {
            for (int dx = 0; dx < scale_; ++dx) {
                glyph_.coverage[static_cast<std::size_t>((y * scale_ + dy) * glyph_.width +
                                                         x * scale_ + dx)] = 255;
            }
        }
    }
    void digit(unsigned value, int left, int top) {
        for (int i = 0; i < kDigitColumns * kDigitRows; ++i)
            if ((kDigits[value] >> (kDigitColumns * kDigitRows - 1 - i) & 1) != 0)
                set(left + i % kDigitColumns, top + i / kDigitColumns);
    }

private:
    Glyph& glyph_;
    int scale_;
};

}  // namespace

Glyph hex_box(char32_t character, int line_height) {
    if (line_height < kRowsNeeded) return make_pixel_font()->draw(character, line_height);
    const int scale = line_height / kRowsNeeded;
    const int columns = character > 0xFFFF ? 3 : 2;
    const int wide = columns * (kDigitColumns + 1) + 3;
    Glyph glyph;
    glyph.width = wide * scale;
    glyph.height = kRowsNeeded * scale;
    glyph.top = (line_height - glyph.height) / 2;
    glyph.advance = static_cast<float>(glyph.width + scale);
    glyph.coverage.assign(static_cast<std::size_t>(glyph.width * glyph.height), 0);
    Canvas canvas(glyph, scale);
    for (int x = 0; x < wide; ++x) {
        canvas.set(x, 0);
        canvas.set(x, kRowsNeeded - 1);
    }
    for (int y = 0; y < kRowsNeeded; ++y) {
        canvas.set(0, y);
        canvas.set(wide - 1, y);
    }
    for (int i = 0; i < 2 * columns; ++i) {
        const int shift = 4 * (2 * columns - 1 - i);
        canvas.digit((character >> shift) & 15U, 2 + i % columns * (kDigitColumns + 1),
                     2 + i / columns * (kDigitRows + 1));
    }
    return glyph;
}

}  // namespace tickreel
