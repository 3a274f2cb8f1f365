#pragma once
// The value of an envelope at a time: moves, rotates and tints quads and layers. A pure function of
// the time, so that any tick can be shown directly.

#include <array>

#include "player/games/teeworlds/map_file.h"

namespace tickreel::teeworlds_art {

// Position: x, y (units), rotation (degrees). Colour: r, g, b, a (1: full). An envelope without
// points yields zeros.
std::array<float, 4> evaluate(const Envelope& envelope, double milliseconds);

}  // namespace tickreel::teeworlds_art
