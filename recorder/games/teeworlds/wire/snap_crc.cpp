#include "recorder/games/teeworlds/wire/snap_crc.h"

namespace tickreel::teeworlds {

std::int32_t snap_crc(const WireSnapshot& snapshot) {
    std::uint32_t sum = 0;
    for (const std::int32_t value : snapshot.words()) sum += static_cast<std::uint32_t>(value);
    return static_cast<std::int32_t>(sum);
}

}  // namespace tickreel::teeworlds
