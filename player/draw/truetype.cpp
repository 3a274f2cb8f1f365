#include "player/draw/glyph.h"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

#include "format/base/file.h"

namespace tickreel {

namespace {

class TrueType final : public GlyphSource {
public:
    explicit TrueType(Bytes bytes) : bytes_(std::move(bytes)) {
        const int offset = stbtt_GetFontOffsetForIndex(bytes_.data(), 0);
        usable_ = offset >= 0 && stbtt_InitFont(&font_, bytes_.data(), offset) != 0;
        if (usable_) {
            int gap = 0;
            stbtt_GetFontVMetrics(&font_, &ascent_, &descent_, &gap);
            usable_ = ascent_ - descent_ > 0;
        }
    }

    bool usable() const { return usable_; }

    bool has(char32_t character) const override {
        return stbtt_FindGlyphIndex(&font_, static_cast<int>(character)) != 0;
    }

    Glyph draw(char32_t character, int line_height) const override {
        const int index = stbtt_FindGlyphIndex(&font_, static_cast<int>(character));
        const float scale =
            static_cast<float>(line_height) / static_cast<float>(ascent_ - descent_);
        int advance = 0;
        int bearing = 0;
        stbtt_GetGlyphHMetrics(&font_, index, &advance, &bearing);
        int x0 = 0;
        int y0 = 0;
        int x1 = 0;
        int y1 = 0;
        stbtt_GetGlyphBitmapBox(&font_, index, scale, scale, &x0, &y0, &x1, &y1);
        Glyph glyph;
        glyph.advance = static_cast<float>(advance) * scale;
        glyph.left = x0;
        glyph.top = y0 + static_cast<int>(static_cast<float>(ascent_) * scale + 0.5F);
        glyph.width = x1 > x0 ? x1 - x0 : 0;
        glyph.height = y1 > y0 ? y1 - y0 : 0;
        glyph.coverage.resize(static_cast<std::size_t>(glyph.width) *
                              static_cast<std::size_t>(glyph.height));
        if (!glyph.coverage.empty()) {
            stbtt_MakeGlyphBitmap(&font_, glyph.coverage.data(), glyph.width, glyph.height,
                                  glyph.width, scale, scale, index);
        }
        return glyph;
    }

private:
    Bytes bytes_;
    stbtt_fontinfo font_{};
    int ascent_ = 0;
    int descent_ = 0;
    bool usable_ = false;
};

}  // namespace

std::unique_ptr<GlyphSource> open_truetype(const std::string& path) {
    constexpr std::uint64_t kMaxFile = 64U << 20;
    Result<Bytes> bytes = read_whole_file(path, kMaxFile);
    if (!bytes || bytes->size() < 12) {
        return nullptr;
    }
    auto font = std::make_unique<TrueType>(std::move(*bytes));
    return font->usable() ? std::move(font) : nullptr;
}

}  // namespace tickreel
