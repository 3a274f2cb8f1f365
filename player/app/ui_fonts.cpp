#include "player/app/ui_fonts.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <memory>

#include "player/draw/font.h"
#include "player/panels/imgui_versions.h"

namespace tickreel {

namespace {

constexpr std::size_t kMostWanted = 3000;  // some 10 MB of atlas
constexpr char32_t kFirstWanted = 0x180;   // those before are always there

// Latin, general punctuation, the sign for broken text.
const ImWchar* basic_ranges() {
    static constexpr ImWchar kRanges[] = {0x0020, 0x017F, 0x2010, 0x2044, 0xFFFD, 0xFFFD, 0};
    return kRanges;
}

std::string font_file(std::string_view name) {
    for (const char* folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/TTF/",
                               "/usr/share/fonts/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/"}) {
        std::error_code ignored;
        const std::string path = folder + std::string(name);
        if (std::filesystem::is_regular_file(path, ignored)) {
            return path;
        }
    }
    return {};
}

// A file that ImGui can read without an assertion: it opens as a font here.
std::string usable(const std::string& file) {
    return !file.empty() && FontChain({file}).covers('A') ? file : std::string();
}

ImFont* add_font(const std::string& file, int size) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    const auto pixels = static_cast<float>(size);
    ImFont* font = nullptr;
    if (!file.empty()) {
        font = atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, basic_ranges());
    }
    if (font == nullptr) {
        config.SizePixels = pixels;
        font = atlas.AddFontDefault(&config);
    }
    return font;
}

#if IMGUI_VERSION_NUM < 19200
int left_of(const ImFontAtlasCustomRect& rect) {
    return rect.X;
}
int top_of(const ImFontAtlasCustomRect& rect) {
    return rect.Y;
}
#else
int left_of(const ImFontAtlasRect& rect) {
    return rect.x;
}
int top_of(const ImFontAtlasRect& rect) {
    return rect.y;
}
#endif

struct Style {
    ImFont* Look::*font = nullptr;
    std::size_t face = 0;  // of kFaces
    float size = 13;
};
constexpr std::array<std::string_view, 3> kFaces{"DejaVuSans.ttf", "DejaVuSans-Bold.ttf",
                                                 "DejaVuSansMono.ttf"};
constexpr std::array<Style, 5> kStyles{{{&Look::text, 0, 14},
                                        {&Look::small, 0, 12},
                                        {&Look::strong, 1, 13},
                                        {&Look::mono, 2, 13},
                                        {&Look::large, 1, 21}}};

}  // namespace

struct UiFonts::Face {
    std::string file{};
    std::unique_ptr<FontChain> chain{};
};

struct UiFonts::Placed {
    int rect = 0;
    Glyph glyph{};
};

UiFonts::UiFonts(std::vector<std::string> files) : others_(std::move(files)) {
    const std::string plain = usable(font_file(kFaces[0]));
    for (const std::string_view name : kFaces) {
        const std::string own = usable(font_file(name));
        const std::string file = own.empty() ? plain : own;
        std::vector<std::string> chain;
        if (!file.empty()) {
            chain.push_back(file);
        }
        faces_.push_back({file, std::make_unique<FontChain>(std::move(chain))});
    }
}

UiFonts::~UiFonts() = default;

void UiFonts::want(std::string_view utf8) {
    while (!utf8.empty()) {
        if (static_cast<unsigned char>(utf8.front()) < 0x80) {
            utf8.remove_prefix(1);
            continue;
        }
        const char32_t c = next_character(utf8);
        if (c >= kFirstWanted && c <= IM_UNICODE_CODEPOINT_MAX && c != 0xFFFD &&
            wanted_.size() < kMostWanted && wanted_.insert(static_cast<ImWchar>(c)).second) {
            stale_ = true;
        }
    }
}

Glyph UiFonts::glyph_of(Face& face, ImWchar character, int size) {
    FontChain& chain = face.chain->covers(character) ? *face.chain : others_;
    if (&chain == &others_ && !others_.covers(character)) {
        const std::string package(font_package(character));
        if (!package.empty() && named_.insert(package).second) {
            missing_.push_back(package);
        }
    }
    return chain.draw(character, size);
}

void UiFonts::add_wanted(Face& face, ImFont* font, int size, std::vector<Placed>& placed) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    for (const ImWchar character : wanted_) {
        Glyph glyph = glyph_of(face, character, size);
        const int rect = atlas.AddCustomRectFontGlyph(
            font, character, std::max(glyph.width, 1), std::max(glyph.height, 1), glyph.advance,
            {static_cast<float>(glyph.left), static_cast<float>(glyph.top)});
        placed.push_back({rect, std::move(glyph)});
    }
}

bool UiFonts::update(TextureStore& textures, Look& look) {
    if (!stale_ && scale_ == look.scale) {
        return false;
    }
    stale_ = false;
    scale_ = look.scale;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    std::vector<Placed> placed;
    for (const Style& style : kStyles) {
        Face& face = faces_[style.face];
        const int size = static_cast<int>(std::lround(look.px(style.size)));
        look.*style.font = add_font(face.file, size);
        add_wanted(face, look.*style.font, size, placed);
    }
    unsigned char* alpha = nullptr;
    int width = 0;
    int height = 0;
    atlas.GetTexDataAsAlpha8(&alpha, &width, &height);
    Image image(width, height, {255, 255, 255, 0});
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        image.pixels[i].a = alpha[i];
    }
    for (const Placed& one : placed) {
        const auto& rect = *atlas.GetCustomRectByIndex(one.rect);
        for (int y = 0; y < one.glyph.height; ++y) {
            for (int x = 0; x < one.glyph.width; ++x) {
                image.at(left_of(rect) + x, top_of(rect) + y).a =
                    one.glyph.coverage[static_cast<std::size_t>(y * one.glyph.width + x)];
            }
        }
    }
    if (texture_ == kWhiteTexture) {
        texture_ = textures.add(std::move(image));
    } else {
        textures.update(texture_, std::move(image));
    }
    atlas.SetTexID(imgui_texture(texture_));
    atlas.ClearTexData();
#if IMGUI_VERSION_NUM < 19200
    atlas.ClearInputData();  // the font files; they are read again for another atlas
#endif
    return true;
}

}  // namespace tickreel
