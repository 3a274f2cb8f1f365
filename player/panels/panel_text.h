#pragma once
// Converts texts from recordings for Dear ImGui, which draws one glyph per 16-bit character, side
// by side, while names are in any script. Whatever needs more (a syllable, an emoji, a joined
// letter) is mapped to a character of the private use area with its image in the atlas.

#include <string>
#include <string_view>

namespace tickreel {

class PanelText {
public:
    PanelText() = default;
    virtual ~PanelText() = default;
    PanelText(const PanelText&) = delete;
    PanelText& operator=(const PanelText&) = delete;

    // Cleaned (clean_text), in the order in which it is drawn, its glyphs made. For this frame: the
    // next may lend other characters.
    virtual std::string shown(std::string_view utf8) = 0;
    // The same of a sentence or list entry of ours, which runs to the right whatever names are in
    // it.
    virtual std::string label(std::string_view utf8) = 0;
    // Whether it has letters that run from right to left: then lines must be broken before `shown`.
    virtual bool runs_left(std::string_view utf8) = 0;
    // For a text box: the characters in their order, each one that ImGui can edit; and back.
    virtual std::string for_box(std::string_view utf8) = 0;
    virtual std::string from_box(std::string_view edited) const = 0;
};

}  // namespace tickreel
