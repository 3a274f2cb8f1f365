#pragma once
// The font atlas of the current Dear ImGui context, in the texture store: the panels' fonts with
// Latin letters, and space for additional glyphs.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "player/draw/font_chain.h"
#include "player/draw/textures.h"
#include "player/panels/look.h"

namespace tickreel {

struct UiStyle {
    ImFont* Look::*font = nullptr;
    std::size_t face = 0;  // of kUiFaces
    float size = 13;       // pixels at scale 1
};
inline constexpr std::array<std::string_view, 3> kUiFaces{"DejaVuSans.ttf", "DejaVuSans-Bold.ttf",
                                                          "DejaVuSansMono.ttf"};
inline constexpr std::array<UiStyle, 5> kUiStyles{{{&Look::text, 0, 14},
                                                   {&Look::small, 0, 12},
                                                   {&Look::strong, 1, 13},
                                                   {&Look::mono, 2, 13},
                                                   {&Look::large, 1, 21}}};
// Whether every atlas has it: Latin, general punctuation, the replacement character.
bool is_always_there(char32_t character);
int pixels_of(const UiStyle& style, const Look& look);

class UiAtlas {
public:
    struct Picture {  // an additional glyph in one of the fonts
        ImWchar character = 0;
        const UiStyle* style = nullptr;
        Glyph glyph{};
    };

    explicit UiAtlas(TextureStore& textures);

    // The file for that face of the panels, or for the regular face; "" if there is none.
    const std::string& file(std::size_t face) const { return files_[face]; }
    // Only between frames: rebuilds the atlas with these glyphs and sets the fonts of `look`. False
    // if not all fit.
    bool make(Look& look, const std::vector<Picture>& pictures);
    // At any time. False if there is no space, or this ImGui version cannot.
    bool add(const Look& look, const Picture& picture);
    static constexpr bool kAddsAtOnce = IMGUI_VERSION_NUM < 19200;
    // Doubles the space from the next make() on; false at the maximum size.
    bool grow();
    bool roomy() const;  // enough for usual needs
    TextureId texture() const { return texture_; }
    // Whether a vertex with that uv belongs to a coloured glyph.
    bool is_picture(ImVec2 uv) const;

private:
    ImFontAtlas& begin(Look& look);
    void take_image();
    void copy(const Glyph& glyph, int left, int top);

    TextureStore& textures_;
    std::array<std::string, kUiFaces.size()> files_;
    TextureId texture_ = kWhiteTexture;
    std::vector<Box> pictures_;  // where in the atlas, uv
    int rows_ = 256;             // of pixels, for additional glyphs
    // The free pixels, and the position of the next glyph.
    [[maybe_unused]] int left_ = 0;
    [[maybe_unused]] int right_ = 0;
    [[maybe_unused]] int bottom_ = 0;
    [[maybe_unused]] int x_ = 0;
    [[maybe_unused]] int y_ = 0;
    [[maybe_unused]] int row_ = 0;
};

}  // namespace tickreel
