#pragma once
// How the player shows things; nothing here is about the recording. Plain values: panels ask for
// changes by requests, actions set them.

#include <array>
#include <optional>
#include <string>

#include "format/model/item.h"
#include "player/state/describe.h"

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

struct ViewSettings {
    MapView map{};
    bool interpolate = true;  // between snapshots; off: exactly what the server said
    bool names = true;
    bool ids = false;
    bool hitboxes = false;
    bool trails = false;
    bool entities = false;  // the map's game layer instead of its pictures
    bool raw_words = false;
    bool only_changed = false;  // inspector: fields that changed since the snapshot before
    TimeDisplay time = TimeDisplay::SinceStart;
    std::array<bool, kEventClasses> lanes{};  // shown on the timeline and in the list

    bool help = false;      // the overlay of keys
    bool go_to = false;     // the box that asks for a place
    bool open_box = false;  // the box that asks for a file
    bool fullscreen = false;
    bool quit = false;
    bool focus_filter = false;  // for one frame: the item filter takes the keyboard
};

}  // namespace tickreel
