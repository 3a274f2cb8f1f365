#include "player/app/ui_atlas.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "player/panels/imgui_versions.h"

namespace tickreel {

namespace {

constexpr int kFewRows = 1024;   // pixel rows; more only if a single frame needs them
constexpr int kMostRows = 8192;  // supported by every graphics card

const ImWchar* basic_ranges() {
    static constexpr ImWchar kRanges[] = {0x0020, 0x017F, 0x2010, 0x2044, 0xFFFD, 0xFFFD, 0};
    return kRanges;
}

std::string font_file(std::string_view name) {
    for (const char* folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/TTF/",
                               "/usr/share/fonts/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/"}) {
        std::error_code ignored;
        const std::string path = folder + std::string(name);
        if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
    return {};
}

// Accepts only files that ImGui can read without failing an assertion: those that open as a font.
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
    if (!file.empty())
        font = atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, basic_ranges());
    if (font == nullptr) {
        config.SizePixels = pixels;
        font = atlas.AddFontDefault(&config);
    }
    return font;
}

Image current_image() {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    unsigned char* alpha = nullptr;
    int width = 0;
    int height = 0;
    atlas.GetTexDataAsAlpha8(&alpha, &width, &height);
    Image image(width, height, {255, 255, 255, 0});
    for (std::size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i].a = alpha[i];
    return image;
}

Box box_of(const ImFontGlyph& glyph) {
    return {glyph.U0, glyph.V0, glyph.U1, glyph.V1};
}

}  // namespace

bool is_always_there(char32_t c) {
    const ImWchar* ranges = basic_ranges();
    return c < ranges[0] || (c >= ranges[0] && c <= ranges[1]) ||
           (c >= ranges[2] && c <= ranges[3]) || c == ranges[4];
}

int pixels_of(const UiStyle& style, const Look& look) {
    return static_cast<int>(std::lround(look.px(style.size)));
}

UiAtlas::UiAtlas(TextureStore& textures) : textures_(textures) {
    const std::string plain = usable(font_file(kUiFaces[0]));
    for (std::size_t face = 0; face < kUiFaces.size(); ++face) {
        const std::string own = usable(font_file(kUiFaces[face]));
        files_[face] = own.empty() ? plain : own;
    }
}

bool UiAtlas::grow() {
    if (rows_ >= kMostRows) return false;
    rows_ *= 2;
    return true;
}

bool UiAtlas::roomy() const {
    return rows_ >= kFewRows;
}

bool UiAtlas::is_picture(ImVec2 uv) const {
    return std::any_of(
        pictures_.begin(), pictures_.end(),
        [uv](const Box& box) {
            return uv.x >= box.x0 && uv.x <= box.x1 && uv.y >= box.y0 && uv.y <= box.y1;
        });
}

void UiAtlas::copy(const Glyph& glyph, int left, int top) {
    Image& image = textures_.pixels(texture_);
    for (int y = 0; y < glyph.height; ++y)
        for (int x = 0; x < glyph.width; ++x) image.at(left + x, top + y) = glyph.pixel(x, y);
}

void UiAtlas::take_image() {
    if (texture_ == kWhiteTexture)
        texture_ = textures_.add(current_image());
    else
        textures_.update(texture_, current_image());
}

// Contains only the panels' fonts.
ImFontAtlas& UiAtlas::begin(Look& look) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    pictures_.clear();
    for (const UiStyle& style : kUiStyles)
        look.*style.font = add_font(files_[style.face], pixels_of(style, look));
    return atlas;
}

#if IMGUI_VERSION_NUM < 19200

bool UiAtlas::make(Look& look, const std::vector<Picture>& pictures) {
    ImFontAtlas& atlas = begin(look);
    const int width = rows_ > 2 * kFewRows || look.scale > 1.5F ? 2048 : 1024;
    atlas.TexDesiredWidth = width;
    atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    const int room = atlas.AddCustomRectRegular(width - 4, rows_);
    take_image();
    const ImFontAtlasCustomRect& rect = *atlas.GetCustomRectByIndex(room);
    left_ = x_ = rect.X;
    right_ = left_ + rect.Width;
    y_ = rect.Y;
    bottom_ = y_ + rect.Height;
    row_ = 0;
    const bool placed = std::all_of(pictures.begin(), pictures.end(),
                                    [&](const Picture& one) { return add(look, one); });
    atlas.SetTexID(imgui_texture(texture_));
    atlas.ClearTexData();
    atlas.ClearInputData();  // the font files; they are read again for another atlas
    return placed;
}

bool UiAtlas::add(const Look& look, const Picture& picture) {
    const Glyph& glyph = picture.glyph;
    if (x_ + glyph.width + 1 > right_) {
        x_ = left_;
        y_ += row_;
        row_ = 0;
    }
    if (x_ + glyph.width + 1 > right_ || y_ + glyph.height + 1 > bottom_) return false;
    copy(glyph, x_, y_);
    textures_.touch(texture_);
    const Image& image = textures_.image(texture_);
    const auto u = [&](int x) { return static_cast<float>(x) / static_cast<float>(image.width); };
    const auto v = [&](int y) { return static_cast<float>(y) / static_cast<float>(image.height); };
    const auto left = static_cast<float>(glyph.left);
    const auto top = static_cast<float>(glyph.top);
    ImFont& font = *(look.*picture.style->font);
    font.AddGlyph(nullptr, picture.character, left, top, left + static_cast<float>(glyph.width),
                  top + static_cast<float>(glyph.height), u(x_), v(y_), u(x_ + glyph.width),
                  v(y_ + glyph.height), glyph.advance);
    ImFontGlyph& made = font.Glyphs.back();
    if (!glyph.colors.empty()) {
        made.Colored = 1;
        pictures_.push_back(box_of(made));
    }
    // Update only what changed: BuildLookupTable() visits all 16-bit characters.
    if (picture.character < font.IndexLookup.Size) {
        font.IndexLookup[picture.character] = static_cast<ImWchar>(font.Glyphs.Size - 1);
        font.IndexAdvanceX[picture.character] = glyph.advance;
        font.FallbackGlyph = font.FindGlyphNoFallback(font.FallbackChar);  // they may have moved
    } else {
        font.BuildLookupTable();
    }
    x_ += glyph.width + 1;
    row_ = std::max(row_, glyph.height + 1);
    return true;
}

#else

bool UiAtlas::make(Look& look, const std::vector<Picture>& pictures) {
    ImFontAtlas& atlas = begin(look);
    std::vector<ImFontAtlasRectId> rects;
    for (const Picture& one : pictures) {
        const Glyph& glyph = one.glyph;
        rects.push_back(atlas.AddCustomRectFontGlyph(
            look.*one.style->font, one.character, std::max(glyph.width, 1),
            std::max(glyph.height, 1), glyph.advance,
            {static_cast<float>(glyph.left), static_cast<float>(glyph.top)}));
    }
    take_image();
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const ImFontAtlasRect& rect = *atlas.GetCustomRectByIndex(rects[i]);
        copy(pictures[i].glyph, rect.x, rect.y);
        ImFont* font = look.*pictures[i].style->font;
        if (!pictures[i].glyph.colors.empty()) {
            ImFontGlyph* made =
                font->GetFontBaked(size_of(font))->FindGlyphNoFallback(pictures[i].character);
            made->Colored = 1;
            pictures_.push_back(box_of(*made));
        }
    }
    textures_.touch(texture_);
    atlas.SetTexID(imgui_texture(texture_));
    atlas.ClearTexData();
    return true;
}

bool UiAtlas::add(const Look&, const Picture&) {
    return false;
}

#endif

}  // namespace tickreel
