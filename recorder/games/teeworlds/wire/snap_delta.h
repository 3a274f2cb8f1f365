#pragma once
// What turns one snapshot into the next, as ints: number of deleted and of updated items, a zero,
// the deleted keys, then type, id, [size] and ints of each updated item. An item whose key is in
// the base is a difference (wrapping), any other is complete. Used on the wire and in demo files.

#include <optional>
#include <span>
#include <vector>

#include "recorder/games/teeworlds/wire/wire_snapshot.h"
#include "tickreel/base/result.h"

namespace tickreel::teeworlds {

// Nothing when the change cannot be said: an item changed its size, or has not the size its type
// is fixed to. An empty vector when there is no difference.
std::optional<std::vector<std::int32_t>> make_snap_delta(const WireSnapshot& base,
                                                         const WireSnapshot& target,
                                                         Protocol protocol);

// Base items that stay, in base order, then new ones in delta order. Every count is checked against
// what is there; ints after the last item are ignored.
Result<WireSnapshot> apply_snap_delta(const WireSnapshot& base, std::span<const std::int32_t> delta,
                                      Protocol protocol);

}  // namespace tickreel::teeworlds
