#include "demos/match/map/tileset.h"

#include <algorithm>
#include <cstdlib>

namespace tickreel::match {
namespace {

constexpr int kSize = kTilesetPixels / 16;

struct Color {
    int r = 0, g = 0, b = 0, a = 255;
};

Color shade(Color c, int by) {
    return {std::clamp(c.r + by, 0, 255), std::clamp(c.g + by, 0, 255),
            std::clamp(c.b + by, 0, 255), c.a};
}

// A small hash, so that every build draws the same speckles.
unsigned noise(int x, int y) {
    unsigned h = static_cast<unsigned>(x) * 374761393U + static_cast<unsigned>(y) * 668265263U;
    h = (h ^ (h >> 13U)) * 1274126177U;
    return h ^ (h >> 16U);
}

// Distance of a pixel to the nearest open side, kSize when all are closed.
int depth(unsigned open, int x, int y) {
    int d = kSize;
    d = (open & kUp) != 0 ? std::min(d, y) : d;
    d = (open & kDown) != 0 ? std::min(d, kSize - 1 - y) : d;
    d = (open & kLeft) != 0 ? std::min(d, x) : d;
    d = (open & kRight) != 0 ? std::min(d, kSize - 1 - x) : d;
    return d;
}

Color earth(unsigned open, int x, int y) {
    const int grass = 7 + static_cast<int>(noise(x / 3, 7) % 4U);
    if ((open & kUp) != 0 && y < grass) {
        const Color green{104, 168, 66};
        return y < 2 ? shade(green, 34) : y >= grass - 2 ? shade(green, -34) : green;
    }
    Color soil{112, 78, 56};
    if (noise(x / 4, y / 4) % 9U == 0)
        soil = shade(soil, 14);
    else if (noise(x / 5 + 40, y / 3) % 11U == 0)
        soil = shade(soil, -12);
    const int d = depth(open & ~static_cast<unsigned>(kUp), x, y);
    return d < 2 ? shade(soil, -44) : d < 5 ? shade(soil, -20) : soil;
}

Color steel(unsigned open, int x, int y) {
    Color plate{120, 132, 148};
    const bool rivet = (x % 16 == 3 || x % 16 == 4) && (y % 16 == 3 || y % 16 == 4);
    if (rivet) return shade(plate, 40);
    if (x % 16 == 0 || y % 16 == 0) plate = shade(plate, -22);
    const int d = depth(open, x, y);
    return d < 2 ? shade(plate, -60) : d < 4 ? shade(plate, 28) : plate;
}

Color spike(int x, int y) {
    const int from_middle = std::abs(2 * (x % 16) - 15);
    const int edge = y - 2 * from_middle + 2;
    if (edge < 0) return {0, 0, 0, 0};
    return edge < 5 ? Color{255, 214, 196} : shade({198, 56, 48}, -y);
}

Color brick(int x, int y) {
    const int row = y / 8;
    const bool joint = y % 8 == 0 || (x + (row % 2) * 8) % 16 == 0;
    return joint ? Color{30, 34, 54, 255} : shade({52, 58, 84, 255}, row % 3 == 0 ? 5 : 0);
}

Color tuft(int kind, int x, int y) {
    const int blade = (x + kind * 5) / 4;
    const int height = 5 + static_cast<int>(noise(blade, kind + 90) % 13U);
    const int lean = std::abs((x + kind * 5) % 4 - 1) * 3;
    if (kSize - y > height - lean) return {0, 0, 0, 0};
    if (kind == 2 && blade % 4 == 1 && kSize - y > height - 4) return {250, 216, 90};
    return shade({92, 156, 58}, (kSize - y) * 2);
}

Color pedestal(int x, int y) {
    if (y < 26 || std::abs(2 * x - 31) > 20 + (y - 26)) return {0, 0, 0, 0};
    return y < 28 ? Color{236, 230, 206} : Color{168, 160, 140};
}

Color pixel(int tile, int x, int y) {
    if (tile >= kEarthTiles && tile < kEarthTiles + 16)
        return earth(static_cast<unsigned>(tile - kEarthTiles), x, y);
    if (tile >= kSteelTiles && tile < kSteelTiles + 16)
        return steel(static_cast<unsigned>(tile - kSteelTiles), x, y);
    if (tile >= kTuftTiles && tile < kTuftTiles + 3) return tuft(tile - kTuftTiles, x, y);
    switch (tile) {
        case kSpikeTile:
            return spike(x, y);
        case kBrickTile:
            return brick(x, y);
        case kPedestalTile:
            return pedestal(x, y);
        default:
            return {0, 0, 0, 0};
    }
}

}  // namespace

Bytes draw_tileset() {
    Bytes pixels;
    pixels.reserve(static_cast<std::size_t>(kTilesetPixels) * kTilesetPixels * 4);
    for (int y = 0; y < kTilesetPixels; ++y) {
        for (int x = 0; x < kTilesetPixels; ++x) {
            const Color c = pixel(y / kSize * 16 + x / kSize, x % kSize, y % kSize);
            for (const int channel : {c.r, c.g, c.b, c.a})
                pixels.push_back(static_cast<Byte>(channel));
        }
    }
    return pixels;
}

}  // namespace tickreel::match
