#pragma once
// Coloured quads for the background of the arena: sky, sun and hills. Coordinates are in world
// units relative to the centre of the view.

#include <array>
#include <cstdint>
#include <vector>

#include "demos/match/physics.h"

namespace tickreel::match {

struct QuadColor {
    int r = 0, g = 0, b = 0, a = 255;
};

struct Quad {
    std::array<Vec, 4> corners{};  // top left, top right, bottom left, bottom right
    std::array<QuadColor, 4> colors{};
};

std::vector<Quad> sky_quads();
// A row of hills; `seed` varies the shape, `height` is that of the highest one.
std::vector<Quad> hill_quads(unsigned seed, float base, float height, QuadColor top,
                             QuadColor bottom);

}  // namespace tickreel::match
