#pragma once
// Ints per item type where the protocol fixes them; such types have no size on the wire. All other
// types have one, including type 0 and DDNet's extended types. Sizes as compiled into the servers.

#include <optional>

#include "recorder/games/teeworlds/wire/protocol.h"

namespace tickreel::teeworlds {

std::optional<std::size_t> static_item_size(Protocol protocol, int type);

}  // namespace tickreel::teeworlds
