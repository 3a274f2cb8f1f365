#pragma once
// The player's visual style: one palette, one set of fonts and sizes for every panel. Sizes are in
// pixels at scale 1 and are multiplied by `scale` on high-density screens.

#include <cstdint>

#include <imgui.h>

#include "player/state/input_lanes.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/recording_scan.h"

namespace tickreel {

// 0xRRGGBB and opacity 0..1 as ImGui wants it.
constexpr ImU32 paint(std::uint32_t hex, double opacity = 1.0) {
    return ((hex >> 16) & 0xffU) | (hex & 0xff00U) | ((hex & 0xffU) << 16) |
           ((static_cast<ImU32>(opacity * 510.0 + 1.0) / 2) << 24);  // rounded
}

namespace ink {
inline constexpr ImU32 kBack = paint(0x0d1016);    // behind everything
inline constexpr ImU32 kPane = paint(0x151922);    // panels
inline constexpr ImU32 kRaised = paint(0x1e242f);  // inputs, chips
inline constexpr ImU32 kHover = paint(0x29313f);
inline constexpr ImU32 kLine = paint(0x262d39);  // borders between panes
inline constexpr ImU32 kText = paint(0xdfe5ee);
inline constexpr ImU32 kSoft = paint(0xa3adbd);              // secondary text
inline constexpr ImU32 kDim = paint(0x98a0ae);               // labels
inline constexpr ImU32 kAccent = paint(0xffb454);            // the playhead, what is selected
inline constexpr ImU32 kAccentSoft = paint(0xffb454, 0.10);  // what is selected
inline constexpr ImU32 kAccentHeld = paint(0xffb454, 0.14);  // ... while it is pressed
inline constexpr ImU32 kPlate = paint(0x0d1016, 0.96);       // below texts on the map
inline constexpr ImU32 kLink = paint(0x6cb6ff);
inline constexpr ImU32 kGood = paint(0x3fb37f);
inline constexpr ImU32 kWarn = paint(0xe6a23c);
inline constexpr ImU32 kBad = paint(0xf37d82);
inline constexpr ImU32 kLost = paint(0xb99bff);     // what the file held and cannot be read
inline constexpr ImU32 kChanged = paint(0xffd479);  // a value that is not what it was
}  // namespace ink

struct Look {
    float scale = 1;
    ImFont* text = nullptr;
    ImFont* small = nullptr;
    ImFont* strong = nullptr;
    ImFont* mono = nullptr;
    ImFont* large = nullptr;

    float px(float size) const { return size * scale; }
};

ImU32 integrity_color(Integrity integrity);  // of texts
ImU32 integrity_fill(Integrity integrity);   // of areas: calmer where nothing is wrong
ImU32 event_color(EventLane kind);
ImU32 input_color(InputLane key, double opacity = 1.0);  // of a lane, and of its name
// Behind a text of that colour.
constexpr ImU32 pill_tint(ImU32 color) {
    return (color & ~IM_COL32_A_MASK) | paint(0, 0.11);
}
// Sets the ImGui style of the current context.
void apply_style(const Look& look);

}  // namespace tickreel
