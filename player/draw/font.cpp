#include "player/draw/font.h"

#include <array>
#include <map>

#include "player/draw/font_chain.h"

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
        : atlas(textures), chain(files) {}

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
        const Glyph drawn = chain.draw(character, size);
        return glyphs.emplace(key, atlas.place(drawn)).first->second;
    }

    Atlas atlas;
    FontChain chain;
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

}  // namespace tickreel
