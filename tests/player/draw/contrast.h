#pragma once
// Contrast as WCAG 2.1 defines it; 4.5 to 1 is what it asks of texts.

#include <algorithm>
#include <cmath>

#include "player/draw/geometry.h"

namespace tickreel_test {

inline constexpr double kReadable = 4.5;

inline double linear(unsigned channel) {
    const double share = channel / 255.0;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

inline double luminance(tickreel::Color color) {
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

inline double contrast(tickreel::Color a, tickreel::Color b) {
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

// What one sees of `color` over an opaque ground.
inline tickreel::Color blended(tickreel::Color color, tickreel::Color ground) {
    const double share = color.a / 255.0;
    const auto channel = [share](unsigned over, unsigned under) {
        return static_cast<std::uint8_t>(std::lround(share * over + (1 - share) * under));
    };
    return {channel(color.r, ground.r), channel(color.g, ground.g), channel(color.b, ground.b)};
}

}  // namespace tickreel_test
