#pragma once
// The packed player colours of the game: hue, saturation and lightness, 8 bits each.

#include <string_view>

#include "player/draw/geometry.h"

namespace tickreel::teeworlds_art {

// Skins have at least half lightness: `lift` maps the lightness to the upper half.
Color packed_hsl(int packed, bool lift);

struct TeeColors {
    Color body{};
    Color feet{};
    bool operator==(const TeeColors&) const = default;
};
TeeColors team_colors(int team);                   // 0 red, 1 blue, otherwise grey
TeeColors colors_for_name(std::string_view name);  // if the player chose none

}  // namespace tickreel::teeworlds_art
