#pragma once
// Ints per item type where the protocol fixes them; such types carry no size on the wire. Every
// other type does, type 0 and DDNet's extended types included. Sizes as compiled into the servers.

#include <optional>

#include "recorder/games/teeworlds/wire/protocol.h"

namespace tickreel::teeworlds {

std::optional<std::size_t> static_item_size(Protocol protocol, int type);

}  // namespace tickreel::teeworlds
