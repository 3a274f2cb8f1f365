#pragma once
// What could have made a wire checksum differ: single changes to the snapshot after which the sum
// is the one that was sent. A guess, never a proof: sums of different snapshots can be equal.

#include <string>
#include <vector>

#include "recorder/games/game.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

// `before` is the snapshot before it in the recording; may be empty. At most five sentences.
std::vector<std::string> guess_mismatch(const Game& game, const Schema& schema,
                                        const Snapshot& before, const Snapshot& now,
                                        std::uint32_t sent);

}  // namespace tickreel
