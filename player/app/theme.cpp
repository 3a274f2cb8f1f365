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
    Pair{0xa3adbd, 0x465064}, Pair{0x98a0ae, 0x596270}, Pair{0xffb454, 0x964f00},
    Pair{0x6cb6ff, 0x1462ae}, Pair{0x3fb37f, 0x166e45}, Pair{0xe6a23c, 0x8d5400},
    Pair{0xf37d82, 0xbc2028}, Pair{0xffd479, 0x855800}, Pair{0x1a202b, 0xffffff},
    Pair{0x343d4d, 0xc3cad5}, Pair{0x333c4b, 0xc5ccd6}, Pair{0x465063, 0xaab3c0},
    Pair{0x566277, 0x8f9aab}, Pair{0x384254, 0xc9d0da}, Pair{0x171c25, 0xffffff},
    Pair{0x3a4354, 0xb9c1cd}, Pair{0x080a0e, 0x8892a0}, Pair{0x000000, 0xffffff},
    Pair{0xffffff, 0x000000}, Pair{0x6fd3a5, 0x176f49}, Pair{0x4fd6e0, 0x0a6c74},
    Pair{0xc792ea, 0x8238b8}, Pair{0xff9e64, 0xa0460a}, Pair{0x98a1b0, 0x566271},
    Pair{0x98a2b3, 0x586174}, Pair{0x4f5d75, 0x9aa6b8}, Pair{0x96a1b8, 0x546277},
    Pair{0x34435c, 0xb9c6da}, Pair{0xd5dbe5, 0x3a4454}, Pair{0x35618f, 0x7fb0e6},
    Pair{0x14171d, 0xffffff}, Pair{0xffc77a, 0x8a4700}, Pair{0x3a1d22, 0xfbe3e5},
    Pair{0xb99bff, 0x6a3fc4}, Pair{0xf0585f, 0xc4212a}, Pair{0x4f8df0, 0x1f5fc4},
    Pair{0x35c2b5, 0x0b6d65}, Pair{0xd7dde6, 0x3d4655}, Pair{0xffb347, 0x8a4f00},
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
