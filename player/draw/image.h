#pragma once
// An image in memory: RGBA, 8 bits each, rows from the top, no padding.

#include <cstddef>
#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

struct Image {
    int width = 0;
    int height = 0;
    std::vector<Color> pixels{};

    Image() = default;
    Image(int w, int h, Color fill = {0, 0, 0, 0})
        : width(w),
          height(h),
          pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill) {}

    bool empty() const { return pixels.empty(); }
    Color& at(int x, int y) { return pixels[index(x, y)]; }
    const Color& at(int x, int y) const { return pixels[index(x, y)]; }
    bool operator==(const Image&) const = default;

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
};

}  // namespace tickreel
