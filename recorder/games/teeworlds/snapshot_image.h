#pragma once
// A complete snapshot as ints, as in keyframes of .demo files: size of the items in bytes, number
// of items, one offset (in bytes) per item, then per item its key and ints.

#include <span>
#include <vector>

#include "recorder/games/teeworlds/wire/wire_snapshot.h"
#include "tickreel/base/result.h"

namespace tickreel::teeworlds {

std::vector<std::int32_t> write_snapshot_image(const WireSnapshot& snapshot);
// Of duplicate items the first is kept.
Result<WireSnapshot> read_snapshot_image(std::span<const std::int32_t> ints);

}  // namespace tickreel::teeworlds
