#include "recorder/games/teeworlds/wire/item_sizes.h"

#include <array>

namespace tickreel::teeworlds {

namespace {

// Index = type; 0 = the size is on the wire.
constexpr std::array<std::uint8_t, 21> kSizes06 = {0,  10, 6, 5, 4, 3, 8, 4, 15, 22, 5,
                                                   17, 3,  2, 2, 2, 2, 3, 3, 3,  3};
constexpr std::array<std::uint8_t, 23> kSizes07 = {0, 10, 6, 5,  3, 3, 3, 2, 4, 15, 22, 3,
                                                   4, 58, 5, 32, 2, 2, 2, 2, 3, 3,  7};

template <std::size_t N>
std::optional<std::size_t> look_up(const std::array<std::uint8_t, N>& sizes, int type) {
    if (type <= 0 || static_cast<std::size_t>(type) >= N) return std::nullopt;
    return sizes[static_cast<std::size_t>(type)];
}

}  // namespace

std::optional<std::size_t> static_item_size(Protocol protocol, int type) {
    return protocol == Protocol::V06 ? look_up(kSizes06, type) : look_up(kSizes07, type);
}

}  // namespace tickreel::teeworlds
