#pragma once
// The font atlas of the current Dear ImGui context, in our texture store: the panels' fonts with
// Latin letters, and room for glyphs of our own.

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
    float size = 13;       // pixels of a plain screen
};
inline constexpr std::array<std::string_view, 3> kUiFaces{"DejaVuSans.ttf", "DejaVuSans-Bold.ttf",
                                                          "DejaVuSansMono.ttf"};
inline constexpr std::array<UiStyle, 5> kUiStyles{{{&Look::text, 0, 14},
                                                   {&Look::small, 0, 12},
                                                   {&Look::strong, 1, 13},
                                                   {&Look::mono, 2, 13},
                                                   {&Look::large, 1, 21}}};
// Whether every atlas has it: Latin, general punctuation, the sign for broken text.
bool is_always_there(char32_t character);
int pixels_of(const UiStyle& style, const Look& look);

class UiAtlas {
public:
    struct Picture {  // a glyph of ours in one of the fonts
        ImWchar character = 0;
        const UiStyle* style = nullptr;
        Glyph glyph{};
    };

    explicit UiAtlas(TextureStore& textures);

    // The file of that face of the panels, or of the plainest; "" when there is none.
    const std::string& file(std::size_t face) const { return files_[face]; }
    // Between frames only: makes it anew with these and sets the fonts of `look`. False when there
    // is no room for all.
    bool make(Look& look, const std::vector<Picture>& pictures);
    // At any time. False when there is no room, or this ImGui cannot.
    bool add(const Look& look, const Picture& picture);
    static constexpr bool kAddsAtOnce = IMGUI_VERSION_NUM < 19200;
    // Twice the room from the next make() on; false when it is as large as can be.
    bool grow();
    bool roomy() const;  // not small for what is usual
    TextureId texture() const { return texture_; }
    // Whether a corner with that uv is of a glyph with colours of its own.
    bool is_picture(ImVec2 uv) const;

private:
    ImFontAtlas& begin(Look& look);
    void take_image();
    void copy(const Glyph& glyph, int left, int top);

    TextureStore& textures_;
    std::array<std::string, kUiFaces.size()> files_;
    TextureId texture_ = kWhiteTexture;
    std::vector<Box> pictures_;  // where in the atlas, uv
    int rows_ = 256;             // of pixels, for glyphs of ours
    // That room in pixels, and where the next glyph goes.
    [[maybe_unused]] int left_ = 0;
    [[maybe_unused]] int right_ = 0;
    [[maybe_unused]] int bottom_ = 0;
    [[maybe_unused]] int x_ = 0;
    [[maybe_unused]] int y_ = 0;
    [[maybe_unused]] int row_ = 0;
};

}  // namespace tickreel
