#include "player/draw/font.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "player/draw/characters.h"
#include "player/draw/font_chain.h"
#include "player/draw/map_inks.h"
#include "player/draw/shaped_text.h"

namespace tickreel {

namespace {

constexpr int kPage = 512;    // pixels, width and height of an atlas texture: 1 MB, and again in GL
constexpr int kSmallest = 6;  // line heights, pixels
constexpr int kLargest = 160;
constexpr std::size_t kMaxPages = 48;  // when full, all glyphs are dropped and redrawn

struct Placed {  // a glyph in an atlas page
    TextureId page = kWhiteTexture;
    Box uv{};
    Vec2 size{};
    Vec2 offset{};
    float advance = 0;
    bool colored = false;
};

// Fills pages row by row; when a page is full, adds another.
class Atlas {
public:
    explicit Atlas(TextureStore& textures) : textures_(textures) {}

    Placed place(const Glyph& glyph) {
        Placed placed;
        placed.advance = glyph.advance;
        if (glyph.coverage.empty() || glyph.width + 2 > kPage || glyph.height + 2 > kPage)
            return placed;
        make_room(glyph);
        Image& image = textures_.pixels(page_);
        for (int y = 0; y < glyph.height; ++y)
            for (int x = 0; x < glyph.width; ++x) image.at(x_ + x, y_ + y) = glyph.pixel(x, y);
        textures_.touch(page_);
        const auto share = [](int pixels) {
            return static_cast<float>(pixels) / static_cast<float>(kPage);
        };
        placed.page = page_;
        placed.uv = {share(x_), share(y_), share(x_ + glyph.width), share(y_ + glyph.height)};
        placed.size = {static_cast<float>(glyph.width), static_cast<float>(glyph.height)};
        placed.offset = {static_cast<float>(glyph.left), static_cast<float>(glyph.top)};
        placed.colored = !glyph.colors.empty();
        x_ += glyph.width + 1;
        return placed;
    }

    bool full() const { return pages_.size() > kMaxPages; }
    void clear() {
        for (const TextureId page : pages_) textures_.remove(page);
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
        : atlas(textures), chain(files), shaper(chain) {}

    const Placed& glyph(char32_t character, int size) {
        return place(
            characters, character, size, [&] { return chain.draw(character, size); });
    }
    const Placed& glyph(const ShapedPiece& piece, int size) {
        return piece.plain != 0
                   ? glyph(piece.plain, size)
                   : place(
                         clusters, piece.cluster, size,
                         [&] { return chain.draw(shaper.cluster(piece.cluster), size); });
    }

    template <class Draw>
    const Placed& place(std::unordered_map<std::uint64_t, Placed>& known, std::uint32_t what,
                        int size, Draw draw) {
        const std::uint64_t key = std::uint64_t{what} << 8 | static_cast<std::uint64_t>(size);
        const auto found = known.find(key);
        if (found != known.end()) return found->second;
        if (atlas.full()) forget_glyphs();
        return known.emplace(key, atlas.place(draw())).first->second;
    }

    void forget_glyphs() {
        atlas.clear();
        characters.clear();
        clusters.clear();
    }

    // Calls `see(glyph, end)` from left to right; `end`: the byte offset after the glyph's text.
    template <class See>
    void each_glyph(std::string_view text, int size, See see) {
        if (chain.empty() || !needs_shaping(text)) {
            for (std::string_view rest = text; !rest.empty();) {
                const Placed& placed = glyph(next_character(rest), size);
                see(placed, text.size() - rest.size());
            }
            return;
        }
        if (shaper.full()) {
            shaper.clear();
            forget_glyphs();
        }
        for (const ShapedPiece& piece : shaper.shape(text)) see(glyph(piece, size), piece.end);
    }

    // The same as a list: an outline draws it nine times.
    const std::vector<Placed>& glyphs_of(std::string_view text, int size) {
        line.clear();
        each_glyph(text, size,
                   [this](const Placed& placed, std::size_t) { line.push_back(placed); });
        return line;
    }

    Atlas atlas;
    FontChain chain;
    Shaper shaper;
    std::unordered_map<std::uint64_t, Placed> characters;  // by number and size
    std::unordered_map<std::uint64_t, Placed> clusters;
    std::vector<Placed> line;
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
    impl_->each_glyph(text, whole_size(size),
                      [&](const Placed& glyph, std::size_t) { width += glyph.advance; });
    return width;
}

namespace {

// `picture`: the tint of coloured glyphs. Returns the x after them.
float draw_glyphs(DrawList& list, const std::vector<Placed>& glyphs, Vec2 top_left, Color color,
                  Color picture) {
    float x = top_left.x;
    const float y = std::round(top_left.y);
    for (const Placed& glyph : glyphs) {
        if (glyph.page != kWhiteTexture) {
            const Vec2 at{std::round(x) + glyph.offset.x, y + glyph.offset.y};
            list.image(glyph.page, {at.x, at.y, at.x + glyph.size.x, at.y + glyph.size.y}, glyph.uv,
                       glyph.colored ? picture : color);
        }
        x += glyph.advance;
    }
    return x;
}

}  // namespace

float Font::draw(DrawList& list, Vec2 top_left, float size, Color color, std::string_view text) {
    return draw_glyphs(list, impl_->glyphs_of(text, whole_size(size)), top_left, color,
                       {255, 255, 255, color.a});
}

void Font::draw_edged(DrawList& list, Vec2 top_left, float size, Color color,
                      std::string_view text) {
    constexpr std::array<Vec2, 8> kAround{Vec2{-1, -1}, Vec2{0, -1}, Vec2{1, -1}, Vec2{-1, 0},
                                          Vec2{1, 0},   Vec2{-1, 1}, Vec2{0, 1},  Vec2{1, 1}};
    // Opaque: through a translucent one a light map takes the contrast away.
    const Color edge{map_ink::kOutline.r, map_ink::kOutline.g, map_ink::kOutline.b, color.a};
    const std::vector<Placed>& glyphs = impl_->glyphs_of(text, whole_size(size));
    for (const Vec2 offset : kAround) draw_glyphs(list, glyphs, top_left + offset, edge, edge);
    draw_glyphs(list, glyphs, top_left, color, {255, 255, 255, color.a});
}

void Font::draw_centred(DrawList& list, Vec2 top_middle, float size, Color color,
                        std::string_view text, bool edge) {
    const Vec2 top_left{top_middle.x - width(text, size) / 2, top_middle.y};
    if (edge)
        draw_edged(list, top_left, size, color, text);
    else
        draw(list, top_left, size, color, text);
}

std::string Font::fitted(std::string_view text, float size, float max_width) {
    if (width(text, size) <= max_width) return std::string(text);
    // Where the text may be cut, and the width of each piece; in byte order.
    std::vector<std::pair<std::size_t, float>> pieces;
    impl_->each_glyph(
        text, whole_size(size),
        [&](const Placed& glyph, std::size_t end) { pieces.emplace_back(end, glyph.advance); });
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    float used = width("...", size);
    std::size_t kept = 0;
    for (const auto& [end, advance] : pieces) {
        used += advance;
        if (used > max_width) break;
        kept = end;
    }
    return std::string(text.substr(0, kept)) + "...";
}

}  // namespace tickreel
