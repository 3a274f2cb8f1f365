#pragma once

#include <cstdint>
#include <limits>

#include "tickreel/model/snapshot.h"

namespace tickreel {

// Entity numbers of up to 32 bits are slots (Teeworlds' client ids): whoever has one later may be
// somebody else. Longer ones identify an entity for good (Firefall).
inline bool is_slot(EntityId entity) {
    return entity <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace tickreel
