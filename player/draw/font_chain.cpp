#include "player/draw/font_chain.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <optional>
#include <utility>

#include <ft2build.h>
#include FT_FREETYPE_H

namespace tickreel {

namespace {

constexpr std::size_t kBlocks = 0x110000 / 256;
using Coverage = std::bitset<kBlocks>;  // blocks of 256 characters of which it has some

class Face {
public:
    Face() = default;
    Face(FT_Library library, const std::string& path) {
        if (FT_New_Face(library, path.c_str(), 0, &face_) != 0) {
            face_ = nullptr;
        } else if (!FT_IS_SCALABLE(face_) || FT_Select_Charmap(face_, FT_ENCODING_UNICODE) != 0 ||
                   face_->ascender <= face_->descender) {
            close();
        }
    }
    ~Face() { close(); }
    Face(Face&& other) noexcept : face_(std::exchange(other.face_, nullptr)) {}
    Face& operator=(Face&& other) noexcept {
        std::swap(face_, other.face_);
        return *this;
    }

    bool usable() const { return face_ != nullptr; }
    bool has(char32_t character) const {
        return face_ != nullptr && FT_Get_Char_Index(face_, character) != 0;
    }
    Coverage coverage() const {
        Coverage blocks;
        FT_UInt glyph = 0;
        for (FT_ULong c = FT_Get_First_Char(face_, &glyph); glyph != 0;
             c = FT_Get_Next_Char(face_, c, &glyph)) {
            if (c / 256 < kBlocks) {
                blocks.set(c / 256);
            }
        }
        return blocks;
    }
    std::optional<Glyph> draw(char32_t character, int line_height) const;

private:
    void close() {
        if (face_ != nullptr) {
            FT_Done_Face(face_);
            face_ = nullptr;
        }
    }
    FT_Face face_ = nullptr;
};

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

// Nothing when the file is damaged there.
std::optional<Glyph> Face::draw(char32_t character, int line_height) const {
    const double units = face_->ascender - face_->descender;
    const double em = line_height * static_cast<double>(face_->units_per_EM) / units;
    const auto size = static_cast<FT_F26Dot6>(std::lround(std::clamp(em, 1.0, 2000.0) * 64));
    if (FT_Set_Char_Size(face_, size, size, 72, 72) != 0 ||
        FT_Load_Char(face_, character, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) != 0 ||
        FT_Render_Glyph(face_->glyph, FT_RENDER_MODE_NORMAL) != 0 ||
        (face_->glyph->bitmap.rows > 0 && face_->glyph->bitmap.pixel_mode != FT_PIXEL_MODE_GRAY)) {
        return {};
    }
    const auto ascent = static_cast<int>(std::lround(line_height * face_->ascender / units));
    return copied(*face_->glyph, ascent);
}

}  // namespace

struct FontChain::Impl {
    struct Link {
        std::string path{};
        std::optional<Coverage> coverage{};  // once it was looked at
        Face face{};
    };

    explicit Impl(std::vector<std::string> files) : builtin(make_pixel_font()) {
        if (FT_Init_FreeType(&library) != 0) {
            library = nullptr;
            return;
        }
        for (std::string& file : files) {
            Link link;
            link.path = std::move(file);
            links.push_back(std::move(link));
        }
    }
    ~Impl() {
        links.clear();
        if (library != nullptr) {
            FT_Done_FreeType(library);
        }
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    bool has(Link& link, char32_t character) {
        const bool fresh = !link.coverage;
        if (fresh) {
            link.face = Face(library, link.path);
            link.coverage = link.face.usable() ? link.face.coverage() : Coverage();
        }
        if (character / 256 >= kBlocks || !link.coverage->test(character / 256)) {
            if (fresh) {
                link.face = Face();  // not kept open for nothing
            }
            return false;
        }
        if (!link.face.usable()) {
            link.face = Face(library, link.path);
        }
        return link.face.has(character);
    }

    Face* find(char32_t character) {
        for (Link& link : links) {
            if (has(link, character)) {
                return &link.face;
            }
        }
        return nullptr;
    }

    FT_Library library = nullptr;
    std::vector<Link> links;
    std::unique_ptr<GlyphSource> builtin;
};

FontChain::FontChain(std::vector<std::string> files)
    : impl_(std::make_unique<Impl>(std::move(files))) {}

FontChain::~FontChain() = default;

bool FontChain::covers(char32_t character) {
    return impl_->find(character) != nullptr;
}

Glyph FontChain::draw(char32_t character, int line_height) {
    if (const Face* face = impl_->find(character)) {
        if (std::optional<Glyph> glyph = face->draw(character, line_height)) {
            return std::move(*glyph);
        }
    }
    if (impl_->builtin->has(character)) {
        return impl_->builtin->draw(character, line_height);
    }
    return hex_box(character, line_height);
}

}  // namespace tickreel
