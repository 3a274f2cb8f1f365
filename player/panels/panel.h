#pragma once
// The interface of panels: a panel draws constant parts of the state into the current ImGui window
// and enqueues commands. Adding a panel: one pair of files and one line in panels.cpp.

#include <map>
#include <string>
#include <string_view>

#include "player/draw/font.h"
#include "player/draw/geometry.h"
#include "player/draw/textures.h"
#include "player/panels/look.h"
#include "player/panels/panel_text.h"
#include "player/state/command.h"
#include "tickreel/model/roster.h"

namespace tickreel {

class ActionRegistry;
class Analysis;
class Art;
struct ArtOptions;
class BesideView;
class FrameWindow;
class MarkerList;
class MatchSight;
class Notices;
class Playback;
class RecordingSession;
class Selection;
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
    // What the player knows, by its parts: a panel includes the headers of those that it needs.
    const RecordingSession& session;
    const Playback& playback;
    const FrameWindow& frames;
    const Roster& roster;
    const MatchSight& match;
    const BesideView& beside;
    const Selection& selection;
    const ViewSettings& view;
    const TimelineView& timeline;
    const MarkerList& markers;
    const Analysis& analysis;
    const Notices& notices;

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
    const ArtOptions* art_options = nullptr;  // where the art comes from
    bool loading_art = false;                 // that of this map is not there yet

    // A text that may have come from anybody, as ImGui is to draw it.
    std::string shown(std::string_view utf8) const { return texts.shown(utf8); }
    std::string label(std::string_view utf8) const { return texts.label(utf8); }
    void enqueue(Command command) const { commands.push_back(std::move(command)); }
};

class Panel {
public:
    virtual ~Panel() = default;
    virtual void draw(const PanelContext& context) = 0;
};

}  // namespace tickreel
