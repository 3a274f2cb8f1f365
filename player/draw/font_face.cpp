#include "player/draw/font_face.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <hb.h>

#include "player/draw/picture_scale.h"

namespace tickreel {

namespace {

constexpr double kTallestLine = 1.25;   // in ems
constexpr std::size_t kMostParts = 32;  // of a cluster: stacked marks

Glyph copied(const FT_GlyphSlotRec_& slot, int ascent) {
    Glyph glyph;
    glyph.advance = static_cast<float>(slot.advance.x) / 64;
    glyph.left = slot.bitmap_left;
    glyph.top = ascent - slot.bitmap_top;
    glyph.width = static_cast<int>(slot.bitmap.width);
    glyph.height = static_cast<int>(slot.bitmap.rows);
    glyph.coverage.resize(std::size_t{slot.bitmap.width} * slot.bitmap.rows);
    for (unsigned row = 0; row < slot.bitmap.rows; ++row) {
        const unsigned char* from =
            slot.bitmap.buffer + std::ptrdiff_t{slot.bitmap.pitch} * static_cast<int>(row);
        std::copy_n(from, slot.bitmap.width,
                    glyph.coverage.begin() + std::ptrdiff_t{slot.bitmap.width} * row);
    }
    return glyph;
}

int whole(double value) {
    return static_cast<int>(std::lround(value));
}

// Draws `part` over `glyph`, clipped to its size.
void lay_over(Glyph& glyph, const Glyph& part) {
    for (int y = 0; y < part.height; ++y) {
        for (int x = 0; x < part.width; ++x) {
            const int to_x = part.left + x - glyph.left;
            const int to_y = part.top + y - glyph.top;
            if (to_x < 0 || to_y < 0 || to_x >= glyph.width || to_y >= glyph.height) continue;
            const auto at = static_cast<std::size_t>(to_y * glyph.width + to_x);
            const auto from = static_cast<std::size_t>(y * part.width + x);
            const int a = glyph.coverage[at];
            const int b = part.coverage[from];
            glyph.coverage[at] = static_cast<std::uint8_t>(a + b - a * b / 255);
            if (!part.colors.empty() && b > 0) {
                glyph.colors.resize(glyph.coverage.size(), Color{0, 0, 0, 0});
                glyph.colors[at] = part.colors[from];
            }
        }
    }
}

// The union of all parts, limited vertically: stacked marks stay close to their line.
Glyph around(const std::vector<Glyph>& parts, int line_height, float advance) {
    int left = 0;
    int top = line_height;
    int right = 0;
    int bottom = 0;
    for (const Glyph& part : parts) {
        left = std::min(left, part.left);
        top = std::min(top, part.top);
        right = std::max(right, part.left + part.width);
        bottom = std::max(bottom, part.top + part.height);
    }
    left = std::max(left, -line_height);
    right = std::min(right, whole(advance) + line_height);
    top = std::max(top, -line_height / 2);
    bottom = std::min(bottom, line_height + line_height / 2);
    Glyph glyph;
    glyph.left = left;
    glyph.top = top;
    glyph.width = std::max(right - left, 0);
    glyph.height = std::max(bottom - top, 0);
    glyph.advance = advance;
    glyph.coverage.resize(static_cast<std::size_t>(glyph.width) *
                          static_cast<std::size_t>(glyph.height));
    return glyph;
}

}  // namespace

FontFace::FontFace() = default;

FontFace::FontFace(FT_LibraryRec_* library, const std::string& path) : path_(path) {
    if (FT_New_Face(library, path.c_str(), 0, &face_) != 0) {
        face_ = nullptr;
        return;
    }
    if (FT_Select_Charmap(face_, FT_ENCODING_UNICODE) != 0) {
        close();
        return;
    }
    if (FT_IS_SCALABLE(face_)) {
        ascent_ = face_->ascender;
        descent_ = -face_->descender;
        em_ = face_->units_per_EM;
    } else if (FT_HAS_FIXED_SIZES(face_) && FT_HAS_COLOR(face_) && shaping() != nullptr) {
        hb_font_extents_t extents{};  // FreeType does not provide them without outlines
        hb_font_get_h_extents(shaping_, &extents);
        ascent_ = extents.ascender;
        descent_ = -extents.descender;
        em_ = hb_face_get_upem(hb_font_get_face(shaping_));
    }
    if (!(ascent_ + descent_ > 0) || em_ <= 0) close();
    // Line heights for stacked marks would make all letters small next to other scripts.
    const double tall = (ascent_ + descent_) / (em_ * kTallestLine);
    if (tall > 1) {
        ascent_ /= tall;
        descent_ /= tall;
    }
}

FontFace::~FontFace() {
    close();
}

FontFace::FontFace(FontFace&& other) noexcept {
    *this = std::move(other);
}

FontFace& FontFace::operator=(FontFace&& other) noexcept {
    std::swap(face_, other.face_);
    std::swap(shaping_, other.shaping_);
    std::swap(path_, other.path_);
    std::swap(ascent_, other.ascent_);
    std::swap(descent_, other.descent_);
    std::swap(em_, other.em_);
    return *this;
}

void FontFace::close() {
    if (shaping_ != nullptr) hb_font_destroy(std::exchange(shaping_, nullptr));
    if (face_ != nullptr) FT_Done_Face(std::exchange(face_, nullptr));
}

bool FontFace::has(char32_t character) const {
    return face_ != nullptr && FT_Get_Char_Index(face_, character) != 0;
}

Coverage FontFace::coverage() const {
    Coverage blocks;
    FT_UInt glyph = 0;
    for (FT_ULong c = FT_Get_First_Char(face_, &glyph); glyph != 0;
         c = FT_Get_Next_Char(face_, c, &glyph))
        if (c / 256 < kCharacterBlocks) blocks.set(c / 256);
    return blocks;
}

hb_font_t* FontFace::shaping() {
    if (shaping_ == nullptr && face_ != nullptr) {
        if (hb_blob_t* file = hb_blob_create_from_file_or_fail(path_.c_str())) {
            hb_face_t* face = hb_face_create(file, 0);
            shaping_ = hb_font_create(face);
            hb_face_destroy(face);
            hb_blob_destroy(file);
        }
    }
    return shaping_;
}

bool FontFace::set_size(int line_height) const {
    if (!FT_IS_SCALABLE(face_))
        return FT_Select_Size(face_, face_->num_fixed_sizes - 1) == 0;  // the largest
    const double em = line_height * em_ / (ascent_ + descent_);
    const auto size = static_cast<FT_F26Dot6>(std::lround(std::clamp(em, 1.0, 2000.0) * 64));
    return FT_Set_Char_Size(face_, size, size, 72, 72) == 0;
}

// The coloured glyph that FreeType has just rendered, scaled to the line.
std::optional<Glyph> FontFace::picture(int line_height) const {
    const FT_GlyphSlotRec_& slot = *face_->glyph;
    const double em = line_height * em_ / (ascent_ + descent_);
    const double scale =
        FT_IS_SCALABLE(face_) ? 1 : em / std::max<int>(face_->size->metrics.y_ppem, 1);
    Glyph glyph;
    glyph.width = std::max(whole(slot.bitmap.width * scale), 1);
    glyph.height = std::max(whole(slot.bitmap.rows * scale), 1);
    glyph.left = whole(slot.bitmap_left * scale);
    glyph.top = whole(line_height * ascent_ / (ascent_ + descent_) - slot.bitmap_top * scale);
    glyph.advance = static_cast<float>(static_cast<double>(slot.advance.x) / 64 * scale);
    glyph.colors = scaled_picture(slot.bitmap.buffer, static_cast<int>(slot.bitmap.width),
                                  static_cast<int>(slot.bitmap.rows), slot.bitmap.pitch,
                                  glyph.width, glyph.height);
    for (const Color& color : glyph.colors) glyph.coverage.push_back(color.a);
    return glyph;
}

// `x`: subpixel offset to the right.
std::optional<Glyph> FontFace::draw_part(std::uint32_t glyph, int line_height, float stretch,
                                         float x) const {
    FT_GlyphSlotRec_& slot = *face_->glyph;
    const FT_Int32 flags =
        FT_IS_SCALABLE(face_) ? FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP : FT_LOAD_COLOR;
    if (!set_size(line_height) || FT_Load_Glyph(face_, glyph, flags) != 0) return {};
    if (slot.format == FT_GLYPH_FORMAT_OUTLINE && (stretch != 1 || x != 0)) {
        const FT_Matrix wide{std::lround(stretch * 65536), 0, 0, 65536};
        FT_Outline_Transform(&slot.outline, &wide);
        FT_Outline_Translate(&slot.outline, std::lround(x * 64), 0);
    }
    if (FT_Render_Glyph(&slot, FT_RENDER_MODE_NORMAL) != 0) return {};
    if (slot.bitmap.pixel_mode == FT_PIXEL_MODE_BGRA) return picture(line_height);
    if (slot.bitmap.rows > 0 && slot.bitmap.pixel_mode != FT_PIXEL_MODE_GRAY) return {};
    return copied(slot, whole(line_height * ascent_ / (ascent_ + descent_)));
}

std::optional<Glyph> FontFace::draw(char32_t character, int line_height) const {
    return draw_part(FT_Get_Char_Index(face_, character), line_height, 1, 0);
}

std::optional<Glyph> FontFace::draw(const Cluster& cluster, int line_height) const {
    const float line = static_cast<float>(line_height);
    const float advance = std::round(cluster.advance * line);
    const float stretch = advance >= 4 ? advance / (cluster.advance * line) : 1.0F;
    std::vector<Glyph> parts;
    for (std::size_t i = 0; i < std::min(cluster.parts.size(), kMostParts); ++i) {
        const GlyphPart& part = cluster.parts[i];
        const float x = part.x * line * stretch;
        std::optional<Glyph> drawn = draw_part(part.glyph, line_height, stretch, x - std::floor(x));
        if (!drawn) return {};
        drawn->left += static_cast<int>(std::floor(x));
        drawn->top -= whole(part.y * line);
        parts.push_back(std::move(*drawn));
    }
    Glyph glyph = around(parts, line_height, advance);
    for (const Glyph& part : parts) lay_over(glyph, part);
    return glyph;
}

}  // namespace tickreel
