#pragma once
// How the player shows things; nothing here is about the recording. Plain values: panels ask for
// changes by requests, actions set them.

#include <array>
#include <cstdint>
#include <optional>
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

enum class Theme : std::uint8_t { Dark, Light };

// What the app is asked to do once, after the frame.
struct Wishes {
    enum class Picture : std::uint8_t { None, Whole, MapOnly };
    Picture picture = Picture::None;  // of the player, into a file
    std::string copy{};               // into the clipboard
    bool focus_filter = false;        // the item filter takes the keyboard
    bool focus_query = false;         // the query box does
    bool close_menus = false;         // menus that are open close
};

// What a session brings back.
struct KeptView {
    std::array<std::string, kPanes> tabs{"events", "integrity", "items", "inspector"};
    PaneSizes panes{};
    bool interpolate = true;  // between snapshots; off: exactly what the server said
    bool names = true;
    bool ids = false;
    bool hitboxes = false;
    bool trails = false;
    bool raw_words = false;
    TimeDisplay time = TimeDisplay::SinceStart;
    bool operator==(const KeptView&) const = default;
};

struct ViewSettings : KeptView {
    MapView map{};
    bool entities = false;      // the map's game layer instead of its pictures
    bool only_changed = false;  // inspector: fields that changed since the snapshot before
    std::array<bool, kEventLanes> lanes{};  // shown on the timeline and in the list
    Theme theme = Theme::Dark;

    bool help = false;                           // the overlay of keys
    bool go_to = false;                          // the box that asks for a place
    bool open_box = false;                       // the box that asks for a file
    bool palette = false;                        // the box that asks for an action
    bool export_box = false;                     // the box that asks what to export
    bool marker_box = false;                     // the box that asks for a marker's text
    bool keys_box = false;                       // the box where keys are changed
    std::optional<std::size_t> marker_edited{};  // by the marker box; nothing: a new one
    std::string capturing_key_for{};             // the action whose new key is waited for
    bool scoreboard = false;
    bool fullscreen = false;
    bool quit = false;
    Wishes wishes{};

    bool any_box() const {
        return help || go_to || open_box || palette || export_box || marker_box || keys_box;
    }
    void close_boxes() {
        help = go_to = open_box = palette = export_box = marker_box = keys_box = false;
    }
    void show_tab(Pane pane, std::string id) {
        tabs[static_cast<std::size_t>(pane)] = std::move(id);
    }
};

}  // namespace tickreel
