#pragma once
// The difference between two snapshots, as ints: number of deleted and of updated items, a zero,
// the deleted keys, then type, id, [size] and ints of each updated item. An item whose key is in
// the base is a difference (wrapping), any other complete. Used on the wire and in demo files.

#include <optional>
#include <span>
#include <vector>

#include "recorder/games/teeworlds/wire/wire_snapshot.h"
#include "tickreel/base/result.h"

namespace tickreel::teeworlds {

// Empty optional if the change cannot be encoded: an item changed its size, or its size differs
// from the fixed size of its type. An empty vector if there is no difference.
std::optional<std::vector<std::int32_t>> make_snap_delta(const WireSnapshot& base,
                                                         const WireSnapshot& target,
                                                         Protocol protocol);

// Remaining base items in base order, then new ones in delta order. Every count is checked against
// the input; ints after the last item are ignored.
Result<WireSnapshot> apply_snap_delta(const WireSnapshot& base, std::span<const std::int32_t> delta,
                                      Protocol protocol);

}  // namespace tickreel::teeworlds
