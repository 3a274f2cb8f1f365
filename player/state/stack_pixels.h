#pragma once
// Shares of a pixel column, stacked in a lane: as pixels that sum up to the lane's height, at least
// one for each part that is there at all, so that nothing rare disappears.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace tickreel {

// `height` <= 255. All 0 where there is no share.
template <std::size_t N>
std::array<std::uint8_t, N> stack_pixels(const std::array<double, N>& shares, int height) {
    std::array<std::uint8_t, N> column{};
    int left = height;
    std::size_t widest = N;
    for (std::size_t part = 0; part < N; ++part) {
        if (!(shares[part] > 0)) continue;
        const auto pixels = static_cast<int>(std::lround(shares[part] * height));
        column[part] = static_cast<std::uint8_t>(std::clamp(pixels, 1, height));
        left -= column[part];
        widest = widest == N || column[part] >= column[widest] ? part : widest;
    }
    if (widest != N) column[widest] = static_cast<std::uint8_t>(std::max(column[widest] + left, 1));
    return column;
}

}  // namespace tickreel
