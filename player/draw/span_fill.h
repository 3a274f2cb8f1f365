#pragma once
// The inner loops of the rasteriser: colours for a run of pixels in one row, blended over the
// target. Integer arithmetic only, so that every machine produces the same pixels.

#include <cstdint>
#include <span>

#include "player/draw/image.h"

namespace tickreel {

// A value that changes linearly over the screen, in 1/2^20.
struct Ramp {
    static constexpr int kBits = 20;
    static constexpr double kOne = 1 << kBits;

    std::int64_t origin = 0;  // at the centre of pixel (0, 0)
    std::int64_t x = 0;       // change per pixel to the right
    std::int64_t y = 0;       // change per pixel downwards

    std::int64_t at(int column, int row) const { return origin + x * column + y * row; }
};

struct SpanFill {
    const Image* texture = nullptr;
    bool smooth = false;
    bool flat = true;  // `color` everywhere, else the ramps
    Color color{};
    Ramp r{}, g{}, b{}, a{};
    Ramp u{}, v{};  // texels

    void plain(std::span<Color> pixels, int x, int y) const;
    void textured(std::span<Color> pixels, int x, int y) const;
};

}  // namespace tickreel
