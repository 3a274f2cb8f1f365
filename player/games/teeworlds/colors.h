#pragma once
// The colours of players as the game packs them: hue, saturation and lightness, 8 bits each.

#include <string_view>

#include "player/draw/geometry.h"

namespace tickreel {

// Skins are never darker than half light: `lift` squeezes the lightness into the upper half.
Color packed_hsl(int packed, bool lift);

struct TeeColors {
    Color body{};
    Color feet{};
    bool operator==(const TeeColors&) const = default;
};
TeeColors team_colors(int team);                   // 0 red, 1 blue, else grey
TeeColors colors_for_name(std::string_view name);  // when a player chose none

}  // namespace tickreel
