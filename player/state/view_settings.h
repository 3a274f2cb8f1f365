#pragma once
// The view settings; nothing here depends on the recording. Plain values: panels change them
// through commands, actions set them.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "tickreel/analysis/describe.h"
#include "tickreel/model/item.h"

namespace tickreel {

// Where the map panel looks. While `fit` is set the panel keeps everything in view; while an item
// is followed its position wins over x and y.
struct MapView {
    bool fit = true;
    float x = 0;
    float y = 0;
    float scale = 1;  // pixels per world unit
    bool operator==(const MapView&) const = default;
};

enum class TimeDisplay { SinceStart, TickNumber, WallClock };

// Where panels live: each pane shows one of its panels, chosen by a tab.
enum class Pane : std::uint8_t { LeftTop, LeftBottom, RightTop, RightBottom };
inline constexpr std::size_t kPanes = 4;

// The borders between the panes, in unscaled pixels.
struct PaneSizes {
    float left = 296;
    float right = 340;
    float left_split = 384;   // height of the lower left pane
    float right_split = 270;  // height of the upper right pane
    float plots = 150;        // height of the chart, when something is plotted
    bool operator==(const PaneSizes&) const = default;
};

enum class Side : std::uint8_t { Left, Right };
inline Side side_of(Pane pane) {
    return pane == Pane::LeftTop || pane == Pane::LeftBottom ? Side::Left : Side::Right;
}

// Which panels are shown and where: what presets set, and undo brings back.
struct PaneLayout {
    std::array<std::string, kPanes> tabs{"events", "integrity", "items", "inspector"};
    PaneSizes panes{};
    std::array<bool, 2> sides{true, true};  // shown, by Side
    std::map<std::string, Pane> homes{};    // panels that are not where they were at first
    std::set<std::string> hidden{};         // panels
    bool operator==(const PaneLayout&) const = default;

    bool shows(Side side) const { return sides[static_cast<std::size_t>(side)]; }
    Pane home_of(const std::string& panel, Pane first) const {
        const auto moved = homes.find(panel);
        return moved == homes.end() ? first : moved->second;
    }
};
enum class Preset : std::uint8_t { Watch, Inspect, Analyse, Film };
PaneLayout preset_layout(Preset preset);
inline constexpr std::size_t kMaxLayoutSteps = 50;  // that can be undone

enum class Theme : std::uint8_t { Dark, Light };

// What lies over the panes; one at a time.
enum class Dialog : std::uint8_t {
    None,
    Help,
    GoTo,
    Open,
    Palette,
    Export,
    Marker,
    MarkerHome,
    Keys,
    Library
};
struct DialogState {
    Dialog open = Dialog::None;
    std::optional<std::size_t> marker{};  // that the marker dialog edits; nothing: a new one
    std::string capturing_key_for{};      // the action whose new key the keys dialog waits for
    bool operator==(const DialogState&) const = default;
};

// What a session brings back.
struct SessionView : PaneLayout {
    bool interpolate = true;  // between snapshots; off: exactly what the server said
    bool names = true;
    bool hud = true;           // kills, chat, time, hearts on the map
    bool inputs = true;        // keys and aim on the map
    bool input_lanes = false;  // of the timeline
    bool rate_lane = false;    // likewise: init, full, recover
    bool delay_lane = false;   // likewise: base age, ack lag, lateness, resends
    bool ids = false;
    bool hitboxes = false;
    bool trails = false;
    bool ghosts = false;  // of match files: what the view was not sent
    bool fog = false;     // likewise: what lies outside of what it is sent
    bool raw_words = false;
    TimeDisplay time = TimeDisplay::SinceStart;
    bool operator==(const SessionView&) const = default;
};

struct ViewSettings : SessionView {
    MapView map{};
    bool beside = false;        // of match files: a second view in the right half of the map
    unsigned beside_step = 0;   // which one, counted from the one behind the first
    bool entities = false;      // the map's game layer instead of its pictures
    bool only_changed = false;  // inspector: fields that changed since the snapshot before
    std::array<bool, kEventLanes> lanes{};  // shown on the timeline and in the list
    Theme theme = Theme::Dark;

    Pane asked = Pane::RightBottom;   // whose panel somebody wanted last: kept where room is short
    std::optional<Side> collapsed{};  // a side for which the window is too small

    DialogState dialog{};
    bool scoreboard = false;
    bool fullscreen = false;
    bool theatre = false;  // nothing but the picture

    bool operator==(const ViewSettings&) const = default;
    bool shows(Dialog which) const { return dialog.open == which; }
    bool any_dialog() const { return dialog.open != Dialog::None; }
    using SessionView::shows;
    // `first`: where the panel is as long as nobody moved it.
    void show_tab(Pane first, std::string id) {
        asked = home_of(id, first);
        hidden.erase(id);
        sides[static_cast<std::size_t>(side_of(asked))] = true;
        tabs[static_cast<std::size_t>(asked)] = std::move(id);
    }
};

}  // namespace tickreel
