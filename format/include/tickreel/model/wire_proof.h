#pragma once
// What proves that a snapshot arrived as it was sent, beyond the result that its frame keeps.

#include "tickreel/model/frame.h"

namespace tickreel {

// Nothing was sent of it but that it equals its base: the checksum that fits is that of the base.
inline bool is_proven_by_base(const WireInfo& wire) {
    return wire.checksum == WireChecksum::Ok && wire.bytes == 0 && wire.base_tick != kNoTick;
}

}  // namespace tickreel
