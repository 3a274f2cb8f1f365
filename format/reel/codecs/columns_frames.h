#pragma once
// What frames say besides their snapshots, in columns: ticks in runs, times as distance from a
// steady clock, what the wire said, events by number of their first appearance.

#include "tickreel/base/bytes.h"
#include "tickreel/reel/codec.h"

namespace tickreel::columns {

void write_frames(std::span<const Frame> frames, ByteWriter& out);

// Frames without snapshots. Adds the memory of the events to `words`.
Result<std::vector<Frame>> read_frames(ByteReader& in, const ChunkFacts& facts,
                                       std::uint64_t& words);

}  // namespace tickreel::columns
