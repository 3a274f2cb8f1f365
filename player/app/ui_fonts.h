#pragma once
// The fonts of the panels: one small atlas with Latin letters, and every other character once it is
// wanted. Dear ImGui before 1.92 cannot draw a glyph when it meets one, so somebody has to say what
// will be shown; the atlas is then made anew between two frames. What no font has is a box with the
// character's number. ImGui of Debian 12 has 16-bit characters: those beyond show as U+FFFD.

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "player/draw/font_chain.h"
#include "player/draw/textures.h"
#include "player/panels/look.h"

namespace tickreel {

class UiFonts {
public:
    // `files`: where characters are looked for that the panels' own fonts lack.
    explicit UiFonts(std::vector<std::string> files);
    ~UiFonts();
    UiFonts(const UiFonts&) = delete;
    UiFonts& operator=(const UiFonts&) = delete;

    // This text will be shown.
    void want(std::string_view utf8);
    // Makes the atlas of the current context when something is missing in it, or the scale is new.
    // Between frames only: the fonts of `look` are then others. True when it was made.
    bool update(TextureStore& textures, Look& look);
    TextureId texture() const { return texture_; }  // the atlas
    std::size_t wanted() const { return wanted_.size(); }
    // Which packages have the fonts for what is shown as boxes; once each.
    std::vector<std::string> take_missing_packages() { return std::exchange(missing_, {}); }

private:
    struct Face;  // a font file of the panels in the sizes that they use
    struct Placed;

    void add_wanted(Face& face, ImFont* font, int size, std::vector<Placed>& placed);
    Glyph glyph_of(Face& face, ImWchar character, int size);

    std::vector<Face> faces_;
    FontChain others_;
    std::set<ImWchar> wanted_;
    std::set<std::string> named_;  // packages
    std::vector<std::string> missing_;
    bool stale_ = true;
    float scale_ = 0;
    TextureId texture_ = kWhiteTexture;
};

}  // namespace tickreel
