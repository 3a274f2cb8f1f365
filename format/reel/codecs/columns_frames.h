#pragma once
// Frames without their snapshots, in columns: ticks as runs, times as deviation from a steady
// clock, wire facts, and, where they are not in columns of their own (event_columns.h), events as
// indices into a list of distinct events.

#include "tickreel/base/bytes.h"
#include "tickreel/reel/codec.h"

namespace tickreel::columns {

// Codec 2 has `events` here and times in ns, codec 3 no events and times in a unit.
void write_frames(std::span<const Frame> frames, bool events, ByteWriter& out);

// Frames without snapshots. Adds the memory of the events to `words`.
Result<std::vector<Frame>> read_frames(ByteReader& in, const ChunkFacts& facts, bool events,
                                       std::uint64_t& words);

// Their ticks and times alone: wire facts and, of codec 2, events are passed over.
Result<std::vector<Frame>> read_times_of_frames(ByteReader& in, const ChunkFacts& facts,
                                                bool events);

}  // namespace tickreel::columns
