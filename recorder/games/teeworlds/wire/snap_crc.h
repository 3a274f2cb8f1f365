#pragma once
// The checksum that SNAP and SNAPSINGLE carry: the wrapping 32-bit sum of all ints of all items of
// the complete snapshot, keys excluded. It does not see swapped values or wrong ids.

#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::teeworlds {

std::int32_t snap_crc(const WireSnapshot& snapshot);

}  // namespace tickreel::teeworlds
