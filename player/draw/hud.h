#pragma once
// The strip of facts at the lower edge of a picture: time, tick, what is known of that moment, map.

#include "player/draw/font.h"
#include "tickreel/analysis/integrity_index.h"
#include "tickreel/model/frame.h"

namespace tickreel {

struct HudFacts {
    std::string time{};
    // Of the moment, which may lie behind the snapshot in effect; with its segment where ticks
    // restart.
    std::string tick{};
    Integrity integrity = Integrity::None;  // of the moment
    WireInfo wire{};                        // of the snapshot in effect, unless it lies in a hole
    bool item_checksums = false;            // the wire facts count checked items
    std::string map{};
    std::string note{};  // right-aligned, e.g. the followed player
};
inline constexpr float kStripHeight = 28;
void draw_hud(DrawList& list, Font& font, const Box& viewport, const HudFacts& facts,
              float ui_scale = 1);

}  // namespace tickreel
