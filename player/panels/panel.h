#pragma once
// The interface of panels: a panel draws a constant state into the current ImGui window and
// enqueues commands. Adding a panel: one pair of files and one line in app/layout.cpp.

#include <map>
#include <string>
#include <string_view>

#include "player/draw/font.h"
#include "player/draw/geometry.h"
#include "player/draw/textures.h"
#include "player/panels/look.h"
#include "player/panels/panel_text.h"
#include "player/state/player_state.h"

namespace tickreel {

class Art;
class Thumbnails;

// What holds for this frame alone.
struct OneFrame {
    TextBox focus = TextBox::None;  // the text box that takes the keyboard
    bool close_menus = false;
    bool plain_map = false;  // without name plates, numbers and shapes: for a picture
};

// Where widgets were drawn, by name, so that tests click what they mean.
using Probes = std::map<std::string, Box>;

struct PanelContext {
    const PlayerState& state;
    const ActionRegistry& actions;
    const Look& look;
    TextureStore& textures;  // of the map's scene
    Font& font;
    PanelText& texts;
    Commands& commands;
    Art* art = nullptr;
    Probes* probes = nullptr;
    Thumbnails* thumbnails = nullptr;
    OneFrame once{};

    // A text that may have come from anybody, as ImGui is to draw it.
    std::string shown(std::string_view utf8) const { return texts.shown(utf8); }
    std::string label(std::string_view utf8) const { return texts.label(utf8); }
    void ask(Command command) const { commands.push_back(std::move(command)); }
};

class Panel {
public:
    virtual ~Panel() = default;
    virtual void draw(const PanelContext& context) = 0;
};

}  // namespace tickreel
