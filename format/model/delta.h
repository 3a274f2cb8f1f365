#pragma once
// What turns one snapshot into another, as bytes. Our own delta for disk and tests: readable, total
// (any two snapshots), independent of the schema. The wire deltas of games live with the games.
// Layout: varint removed count, then key gaps; varint changed count, then per item its key gap,
// row length and zigzag varints: differences to the base row (wrapping 32-bit) when the base has
// the key with the same length, else the words themselves. FORMAT.md, section "row delta".

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

void write_delta(const Snapshot& base, const Snapshot& target, ByteWriter& out);
Result<Snapshot> apply_delta(const Snapshot& base, ByteReader& in);

}  // namespace tickreel
