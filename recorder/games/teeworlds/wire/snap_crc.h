#pragma once
// The checksum in SNAP and SNAPSINGLE: the wrapping 32-bit sum of all ints of all items of the
// complete snapshot, without keys. It cannot detect swapped values or wrong ids.

#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::teeworlds {

std::int32_t snap_crc(const WireSnapshot& snapshot);

}  // namespace tickreel::teeworlds
