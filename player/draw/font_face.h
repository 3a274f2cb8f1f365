#pragma once
// One font file: its coverage, its glyphs as pixels (FreeType), and its shaping font (HarfBuzz). A
// file that is no font, or is damaged, is unusable or lacks glyphs, without further harm.

#include <bitset>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "player/draw/glyph.h"

struct FT_FaceRec_;
struct FT_LibraryRec_;
struct hb_font_t;

namespace tickreel {

inline constexpr std::size_t kCharacterBlocks = 0x110000 / 256;
using Coverage = std::bitset<kCharacterBlocks>;  // blocks of 256 characters with any glyph

struct GlyphPart {
    std::uint32_t glyph = 0;  // the font's glyph number
    float x = 0;              // from the pen to the right, in line heights
    float y = 0;              // up
    auto operator<=>(const GlyphPart&) const = default;
};

// Glyphs of one font that belong together: a letter with its marks, a syllable, an emoji.
struct Cluster {
    std::uint32_t face = 0;  // index in a chain
    std::vector<GlyphPart> parts{};
    float advance = 0;  // in line heights
    auto operator<=>(const Cluster&) const = default;
};

class FontFace {
public:
    FontFace();
    FontFace(FT_LibraryRec_* library, const std::string& path);
    ~FontFace();
    FontFace(FontFace&& other) noexcept;
    FontFace& operator=(FontFace&& other) noexcept;

    bool usable() const { return face_ != nullptr; }
    bool has(char32_t character) const;
    Coverage coverage() const;
    // Empty if the file is damaged there.
    std::optional<Glyph> draw(char32_t character, int line_height) const;
    // The advance is in whole pixels and the image as wide, so that joined letters stay joined.
    std::optional<Glyph> draw(const Cluster& cluster, int line_height) const;
    // In font units; nullptr if HarfBuzz cannot read the file.
    hb_font_t* shaping();
    float line_units() const { return static_cast<float>(ascent_ + descent_); }

private:
    void close();
    bool set_size(int line_height) const;
    std::optional<Glyph> draw_part(std::uint32_t glyph, int line_height, float stretch,
                                   float x) const;
    std::optional<Glyph> picture(int line_height) const;

    FT_FaceRec_* face_ = nullptr;
    hb_font_t* shaping_ = nullptr;
    std::string path_;
    // Of a line, in units of which an em has `em_`.
    double ascent_ = 0;
    double descent_ = 0;
    double em_ = 0;
};

}  // namespace tickreel
