#pragma once
// The fonts of the panels: an atlas with Latin letters, and every other character, joined letter,
// syllable and emoji once a text with it is to be shown, at all sizes that the panels use. Dear
// ImGui before 1.92 lets glyphs be added while a frame is made, so that no frame lacks any; where
// that is not so, or the atlas is full, it is made anew and the frame drawn again. Then what is not
// on the screen is forgotten. What no font has is a box with the character's number.

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "player/app/character_aliases.h"
#include "player/app/ui_atlas.h"
#include "player/draw/shaped_text.h"
#include "player/panels/look.h"
#include "player/panels/panel_text.h"

namespace tickreel {

class UiFonts final : public PanelText {
public:
    // `files`: where characters are looked for that the panels' own fonts lack.
    UiFonts(TextureStore& textures, std::vector<std::string> files);

    std::string shown(std::string_view utf8) override;
    std::string label(std::string_view utf8) override;
    bool runs_left(std::string_view utf8) override;
    std::string for_box(std::string_view utf8) override;
    std::string from_box(std::string_view edited) const override;

    // Makes the atlas of the current context when the scale is new, or the last frame lacked
    // something. Between frames only: the fonts of `look` are then others. True when it was made.
    bool update(Look& look);
    // Something that was shown has no glyph yet: update() and draw the frame again.
    bool incomplete() const { return stale_; }
    const UiAtlas& atlas() const { return atlas_; }
    // Which packages have the fonts for what is shown as boxes; once each.
    std::vector<std::string> take_missing_packages() { return std::exchange(missing_, {}); }

private:
    struct Sign {            // what a character of the atlas shows
        char32_t plain = 0;  // 0: the cluster
        ClusterId cluster = 0;
        auto operator<=>(const Sign&) const = default;
    };

    // Makes sure that the character shows this; draws it in all sizes.
    void need(ImWchar character, const Sign& sign);
    void ask_again();
    ImWchar lend(const Sign& sign);
    void append(std::string& out, const Sign& sign);
    std::string make(std::string_view clean);
    std::string remembered(const std::string& key, std::string_view clean);
    UiAtlas::Picture picture(ImWchar character, const Sign& sign, const UiStyle& style);
    void name_package(char32_t character);
    void forget();

    UiAtlas atlas_;
    std::vector<std::unique_ptr<FontChain>> own_;  // of each face of the panels
    FontChain others_;
    Shaper shaper_;
    CharacterAliases aliases_;
    std::map<ImWchar, Sign> signs_;  // beyond those that are always there
    std::map<Sign, ImWchar> lent_;   // private characters
    std::map<std::string, std::string, std::less<>> known_;
    std::set<std::string> named_;  // packages
    std::vector<std::string> missing_;
    const Look* look_ = nullptr;  // of the last update
    float scale_ = 0;
    bool stale_ = true;
    bool full_ = false;
    bool hopeless_ = false;  // more is shown at once than the largest atlas holds
    std::uint64_t updates_ = 0;
    std::uint64_t forgot_at_ = 0;  // of updates_
};

}  // namespace tickreel
