#pragma once
// The fonts of the panels: an atlas with Latin letters, to which other characters, joined letters,
// syllables and emoji are added when a text needs them, in all sizes that the panels use. Dear
// ImGui before 1.92 allows adding glyphs during a frame, so no frame lacks any; otherwise, or when
// the atlas is full, it is rebuilt and the frame drawn again. Glyphs not on the screen are then
// dropped. Characters without a font are shown as a box with their number.

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
    // `files`: searched for characters missing in the panels' fonts.
    UiFonts(TextureStore& textures, std::vector<std::string> files);

    std::string shown(std::string_view utf8) override;
    std::string label(std::string_view utf8) override;
    bool runs_left(std::string_view utf8) override;
    std::string for_box(std::string_view utf8) override;
    std::string from_box(std::string_view edited) const override;

    // Rebuilds the atlas of the current context if the scale has changed or the last frame lacked a
    // glyph. Only between frames: the fonts of `look` change. True if it was rebuilt.
    bool update(Look& look);
    // The frame contained a character without a glyph: call update() and draw the frame again.
    bool incomplete() const { return stale_; }
    const UiAtlas& atlas() const { return atlas_; }
    // The packages with fonts for characters shown as boxes; each is returned once.
    std::vector<std::string> take_missing_packages() { return std::exchange(missing_, {}); }

private:
    struct GlyphKey {        // what a character of the atlas shows
        char32_t plain = 0;  // 0: the cluster
        ClusterId cluster = 0;
        auto operator<=>(const GlyphKey&) const = default;
    };

    // Maps the character to this sign; renders it in all sizes.
    void need(ImWchar character, const GlyphKey& sign);
    void ask_again();
    ImWchar assign(const GlyphKey& sign);
    void append(std::string& out, const GlyphKey& sign);
    std::string make(std::string_view clean);
    std::string remembered(const std::string& key, std::string_view clean);
    UiAtlas::Picture picture(ImWchar character, const GlyphKey& sign, const UiStyle& style);
    void name_package(char32_t character);
    void forget();

    UiAtlas atlas_;
    std::vector<std::unique_ptr<FontChain>> own_;  // for each face of the panels
    FontChain others_;
    Shaper shaper_;
    CharacterAliases aliases_;
    std::map<ImWchar, GlyphKey> signs_;     // except those that are always present
    std::map<GlyphKey, ImWchar> assigned_;  // private characters assigned to signs
    std::map<std::string, std::string, std::less<>> known_;
    std::set<std::string> named_;  // packages already reported
    std::vector<std::string> missing_;
    const Look* look_ = nullptr;  // of the last update
    float scale_ = 0;
    bool stale_ = true;
    bool full_ = false;
    bool atlas_too_small_ = false;  // the visible characters exceed the largest atlas
    std::uint64_t updates_ = 0;
    std::uint64_t forgot_at_ = 0;  // of updates_
};

}  // namespace tickreel
