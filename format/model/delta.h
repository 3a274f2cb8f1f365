#pragma once
// The difference between two snapshots as bytes, for disk and tests: readable, total (any two
// snapshots), independent of the schema. The wire deltas of games are in the games' folders.
// Layout: varint removed count, then key differences; varint changed count, then per item its key
// difference, row length and zigzag varints: differences to the base row (wrapping 32-bit) if the
// base has the key with the same length, else the words themselves. FORMAT.md, section 5, DELTA.

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

void write_delta(const Snapshot& base, const Snapshot& target, ByteWriter& out);
Result<Snapshot> apply_delta(const Snapshot& base, ByteReader& in);

}  // namespace tickreel
