#pragma once
// Items with values that no server of the game sends: a client invalidates them when a snapshot is
// new, so that nothing of them reaches what plays. Looked at are the values that a bot reads.

#include <vector>

#include "recorder/games/teeworlds/wire/protocol.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::match {

// Their indices.
std::vector<std::size_t> improper_items(const teeworlds::WireSnapshot& snapshot,
                                        teeworlds::Protocol protocol);

}  // namespace tickreel::match
