#include "player/draw/font.h"

#include <array>
#include <filesystem>
#include <map>
#include <optional>

#include "player/draw/glyph.h"

namespace tickreel {

namespace {

constexpr int kPage = 1024;   // pixels, width and height of an atlas texture
constexpr int kSmallest = 6;  // line heights, pixels
constexpr int kLargest = 160;
constexpr std::size_t kMaxPages = 12;  // beyond, all glyphs are forgotten and drawn again

struct Placed {  // a glyph in an atlas page
    TextureId page = kWhiteTexture;
    Box uv{};
    Vec2 size{};
    Vec2 offset{};
    float advance = 0;
};

// Fills pages row by row; a full page is followed by another.
class Atlas {
public:
    explicit Atlas(TextureStore& textures) : textures_(textures) {}

    Placed place(const Glyph& glyph) {
        Placed placed;
        placed.advance = glyph.advance;
        if (glyph.coverage.empty() || glyph.width + 2 > kPage || glyph.height + 2 > kPage) {
            return placed;
        }
        make_room(glyph);
        Image& image = textures_.pixels(page_);
        for (int y = 0; y < glyph.height; ++y) {
            for (int x = 0; x < glyph.width; ++x) {
                const auto at = static_cast<std::size_t>(y * glyph.width + x);
                image.at(x_ + x, y_ + y).a = glyph.coverage[at];
            }
        }
        textures_.touch(page_);
        const auto share = [](int pixels) {
            return static_cast<float>(pixels) / static_cast<float>(kPage);
        };
        placed.page = page_;
        placed.uv = {share(x_), share(y_), share(x_ + glyph.width), share(y_ + glyph.height)};
        placed.size = {static_cast<float>(glyph.width), static_cast<float>(glyph.height)};
        placed.offset = {static_cast<float>(glyph.left), static_cast<float>(glyph.top)};
        x_ += glyph.width + 1;
        return placed;
    }

    bool full() const { return pages_.size() > kMaxPages; }
    void clear() {
        for (const TextureId page : pages_) {
            textures_.remove(page);
        }
        pages_.clear();
        page_ = kWhiteTexture;
    }

private:
    void make_room(const Glyph& glyph) {
        if (page_ != kWhiteTexture && x_ + glyph.width + 1 > kPage) {
            x_ = 1;
            y_ += row_ + 1;
            row_ = 0;
        }
        if (page_ == kWhiteTexture || y_ + glyph.height + 1 > kPage) {
            page_ = textures_.add(Image(kPage, kPage, {255, 255, 255, 0}), Filter::Nearest);
            pages_.push_back(page_);
            x_ = 1;
            y_ = 1;
            row_ = 0;
        }
        row_ = std::max(row_, glyph.height);
    }

    TextureStore& textures_;
    std::vector<TextureId> pages_;
    TextureId page_ = kWhiteTexture;
    int x_ = 0;
    int y_ = 0;
    int row_ = 0;
};

}  // namespace

struct Font::Impl {
    Impl(TextureStore& textures, const std::vector<std::string>& files)
        : atlas(textures), pending(files), fallback(make_pixel_font()) {}

    // Font files are opened one after the other, when a character asks for them.
    const GlyphSource& source_of(char32_t character) {
        for (std::size_t i = 0;; ++i) {
            if (i == sources.size() && !open_next()) {
                break;
            }
            if (sources[i]->has(character)) {
                return *sources[i];
            }
        }
        return !sources.empty() && !fallback->has(character) ? *sources[0] : *fallback;
    }

    bool open_next() {
        while (opened < pending.size()) {
            std::unique_ptr<GlyphSource> source = open_truetype(pending[opened++]);
            if (source) {
                sources.push_back(std::move(source));
                return true;
            }
        }
        return false;
    }

    const Placed& glyph(char32_t character, int size) {
        const auto key = std::pair(character, size);
        const auto found = glyphs.find(key);
        if (found != glyphs.end()) {
            return found->second;
        }
        if (atlas.full()) {
            atlas.clear();
            glyphs.clear();
        }
        const Glyph drawn = source_of(character).draw(character, size);
        return glyphs.emplace(key, atlas.place(drawn)).first->second;
    }

    Atlas atlas;
    std::vector<std::string> pending;
    std::size_t opened = 0;
    std::vector<std::unique_ptr<GlyphSource>> sources;
    std::unique_ptr<GlyphSource> fallback;
    std::map<std::pair<char32_t, int>, Placed> glyphs;
};

namespace {

int whole_size(float size) {
    return static_cast<int>(std::lround(std::clamp(size, float{kSmallest}, float{kLargest})));
}

}  // namespace

Font::Font(TextureStore& textures, const std::vector<std::string>& files)
    : impl_(std::make_unique<Impl>(textures, files)) {}

Font::~Font() = default;

float Font::width(std::string_view text, float size) {
    float width = 0;
    while (!text.empty()) {
        width += impl_->glyph(next_character(text), whole_size(size)).advance;
    }
    return width;
}

float Font::draw(DrawList& list, Vec2 top_left, float size, Color color, std::string_view text) {
    float x = top_left.x;
    const float y = std::round(top_left.y);
    while (!text.empty()) {
        const Placed& glyph = impl_->glyph(next_character(text), whole_size(size));
        if (glyph.page != kWhiteTexture) {
            const Vec2 at{std::round(x) + glyph.offset.x, y + glyph.offset.y};
            list.image(glyph.page, {at.x, at.y, at.x + glyph.size.x, at.y + glyph.size.y}, glyph.uv,
                       color);
        }
        x += glyph.advance;
    }
    return x;
}

void Font::draw_edged(DrawList& list, Vec2 top_left, float size, Color color,
                      std::string_view text) {
    constexpr std::array<Vec2, 4> kAround{Vec2{-1, 0}, Vec2{1, 0}, Vec2{0, -1}, Vec2{0, 1}};
    const Color edge{0, 0, 0, static_cast<std::uint8_t>(color.a / 2)};
    for (const Vec2 offset : kAround) {
        draw(list, top_left + offset, size, edge, text);
    }
    draw(list, top_left, size, color, text);
}

void Font::draw_centred(DrawList& list, Vec2 top_middle, float size, Color color,
                        std::string_view text, bool edge) {
    const Vec2 top_left{top_middle.x - width(text, size) / 2, top_middle.y};
    if (edge) {
        draw_edged(list, top_left, size, color, text);
    } else {
        draw(list, top_left, size, color, text);
    }
}

std::string Font::fitted(std::string_view text, float size, float max_width) {
    if (width(text, size) <= max_width) {
        return std::string(text);
    }
    const float dots = width("...", size);
    float used = 0;
    std::string_view rest = text;
    while (!rest.empty()) {
        std::string_view after = rest;
        used += impl_->glyph(next_character(after), whole_size(size)).advance;
        if (used + dots > max_width) {
            break;
        }
        rest = after;
    }
    return std::string(text.substr(0, text.size() - rest.size())) + "...";
}

std::vector<std::string> system_font_files() {
    // The usual places of the fonts that together cover most scripts, best first.
    constexpr std::array<std::string_view, 13> kFiles{
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/TTF/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
        "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
        "C:/Windows/Fonts/segoeui.ttf",
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts-droid-fallback/truetype/DroidSansFallbackFull.ttf",
        "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
        "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
        "/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf",
        "/usr/share/fonts/opentype/unifont/unifont.otf",
        "/usr/share/fonts/opentype/unifont/unifont_upper.otf",
    };
    std::vector<std::string> found;
    for (const std::string_view file : kFiles) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored)) {
            found.emplace_back(file);
        }
    }
    return found;
}

}  // namespace tickreel
