#include "player/app/theme.h"

#include <algorithm>
#include <array>

namespace tickreel {
namespace {

struct Pair {
    std::uint32_t dark;
    std::uint32_t light;
};

// 0xRRGGBB. First the colours of look.h, then those used in one place only.
constexpr std::array kPairs = {
    Pair{0x0d1016, 0xe2e6ec}, Pair{0x151922, 0xf8f9fb}, Pair{0x1e242f, 0xe8ebf0},
    Pair{0x29313f, 0xdbe0e8}, Pair{0x262d39, 0xd5dae2}, Pair{0xdfe5ee, 0x1a202c},
    Pair{0xa3adbd, 0x465064}, Pair{0x838d9d, 0x5d6675}, Pair{0xffb454, 0x9c5200},
    Pair{0x6cb6ff, 0x1463b0}, Pair{0x3fb37f, 0x177348}, Pair{0xe6a23c, 0x935700},
    Pair{0xf0585f, 0xc4212a}, Pair{0xffd479, 0x8b5c00}, Pair{0x1a202b, 0xffffff},
    Pair{0x343d4d, 0xc3cad5}, Pair{0x333c4b, 0xc5ccd6}, Pair{0x465063, 0xaab3c0},
    Pair{0x566277, 0x8f9aab}, Pair{0x384254, 0xc9d0da}, Pair{0x171c25, 0xffffff},
    Pair{0x3a4354, 0xb9c1cd}, Pair{0x080a0e, 0x8892a0}, Pair{0x000000, 0xffffff},
    Pair{0xffffff, 0x000000}, Pair{0x6fd3a5, 0x18744c}, Pair{0x4fd6e0, 0x0a6f78},
    Pair{0xc792ea, 0x8238b8}, Pair{0xff9e64, 0xa7490a}, Pair{0x828d9f, 0x5a6676},
    Pair{0x8b96a8, 0x5c6579}, Pair{0x4f5d75, 0x9aa6b8}, Pair{0x7e8da8, 0x57667c},
    Pair{0x34435c, 0xb9c6da}, Pair{0xd5dbe5, 0x3a4454}, Pair{0x3d6ea5, 0x7fb0e6},
    Pair{0x14171d, 0xffffff}, Pair{0xffc77a, 0xd97a12}, Pair{0x3a1d22, 0xfbe3e5},
    Pair{0xb99bff, 0x6a3fc4},
};

}  // namespace

ImU32 themed(ImU32 color, Theme theme) {
    if (theme == Theme::Dark) return color;
    const ImU32 ink = color & ~IM_COL32_A_MASK;
    const auto* found = std::find_if(kPairs.begin(), kPairs.end(), [ink](const Pair& pair) {
        return (paint(pair.dark) & ~IM_COL32_A_MASK) == ink;
    });
    return found == kPairs.end()
               ? color
               : (paint(found->light) & ~IM_COL32_A_MASK) | (color & IM_COL32_A_MASK);
}

}  // namespace tickreel
