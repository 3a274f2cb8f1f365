#include "player/draw/font_chain.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <ft2build.h>
#include FT_FREETYPE_H

#include "player/draw/characters.h"

namespace tickreel {

struct FontChain::Impl {
    struct Link {
        std::string path{};
        bool emoji = false;                  // judged by its name
        std::optional<Coverage> coverage{};  // once determined
        FontFace face{};
    };

    explicit Impl(std::vector<std::string> files) : builtin(make_pixel_font()) {
        if (FT_Init_FreeType(&library) != 0) {
            library = nullptr;
            return;
        }
        for (std::string& file : files) {
            const std::string name = std::filesystem::path(file).filename().string();
            Link link;
            link.emoji = name.find("moji") != std::string::npos;
            link.path = std::move(file);
            links.push_back(std::move(link));
        }
    }
    ~Impl() {
        links.clear();
        if (library != nullptr) FT_Done_FreeType(library);
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    bool has(Link& link, char32_t character) {
        const bool fresh = !link.coverage;
        if (fresh) {
            link.face = FontFace(library, link.path);
            link.coverage = link.face.usable() ? link.face.coverage() : Coverage();
        }
        if (character / 256 >= kCharacterBlocks || !link.coverage->test(character / 256)) {
            if (fresh) link.face = FontFace();  // close unused fonts
            return false;
        }
        if (!link.face.usable()) link.face = FontFace(library, link.path);
        return link.face.has(character);
    }

    bool has_all(Link& link, std::span<const char32_t> characters) {
        return std::all_of(
            characters.begin(), characters.end(), [&](char32_t c) { return has(link, c); });
    }

    FT_Library library = nullptr;
    std::vector<Link> links;
    std::unique_ptr<GlyphSource> builtin;
};

FontChain::FontChain(std::vector<std::string> files)
    : impl_(std::make_unique<Impl>(std::move(files))) {}

FontChain::~FontChain() = default;

bool FontChain::empty() const {
    return impl_->links.empty();
}

bool FontChain::covers(char32_t character) {
    return face_with(std::array{character}, false).has_value();
}

std::optional<std::uint32_t> FontChain::face_with(std::span<const char32_t> characters,
                                                  bool emoji) {
    auto& links = impl_->links;
    if (emoji) {
        for (std::size_t i = 0; i < links.size(); ++i)
            if (links[i].emoji && impl_->has_all(links[i], characters))
                return static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 0; i < links.size(); ++i)
        if (impl_->has_all(links[i], characters)) return static_cast<std::uint32_t>(i);
    return {};
}

FontFace& FontChain::face(std::uint32_t index) {
    return impl_->links[index].face;
}

Glyph FontChain::draw(char32_t character, int line_height) {
    if (const auto found = face_with(std::array{character}, is_emoji(character))) {
        if (std::optional<Glyph> glyph = face(*found).draw(character, line_height))
            return std::move(*glyph);
    }
    if (impl_->builtin->has(character)) return impl_->builtin->draw(character, line_height);
    return hex_box(character, line_height);
}

Glyph FontChain::draw(const Cluster& cluster, int line_height) {
    if (std::optional<Glyph> glyph = face(cluster.face).draw(cluster, line_height))
        return std::move(*glyph);
    return hex_box(0xFFFD, line_height);
}

}  // namespace tickreel
