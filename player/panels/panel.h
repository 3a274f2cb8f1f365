#pragma once
// What a panel is: it draws a constant state into the ImGui window that is open, and asks for what
// the user wants by requests. Adding a panel = one file pair and one line in app/layout.cpp.

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

// Where widgets were drawn, by name, so that tests click what they mean.
using Probes = std::map<std::string, Box>;

struct PanelContext {
    const PlayerState& state;
    const ActionRegistry& actions;
    const Look& look;
    TextureStore& textures;  // of the map's scene
    Font& font;
    PanelText& texts;
    Requests& requests;
    Art* art = nullptr;
    Probes* probes = nullptr;
    Thumbnails* thumbnails = nullptr;

    // A text that may have come from anybody, as ImGui is to draw it.
    std::string shown(std::string_view utf8) const { return texts.shown(utf8); }
    std::string label(std::string_view utf8) const { return texts.label(utf8); }
    void ask(Request request) const { requests.push_back(std::move(request)); }
    // Asks for a change of one view setting.
    template <class Change>
    void change_view(Change change) const {
        ViewSettings settings = state.view();
        change(settings);
        ask(SetView{settings});
    }
};

class Panel {
public:
    virtual ~Panel() = default;
    virtual void draw(const PanelContext& context) = 0;
};

}  // namespace tickreel
