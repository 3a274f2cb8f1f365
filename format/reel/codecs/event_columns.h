#pragma once
// The events of a chunk in columns (FORMAT.md, 5.2): those of one type and length are a table, each
// of whose words is predicted from the events before it. Events that are equal again and again are
// stored once, in a list.

#include <span>

#include "format/reel/codecs/columns_streams.h"
#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"

namespace tickreel::columns {

// Most tables of a chunk: the state of each is a few words for each view.
inline constexpr std::size_t kMostEventTables = 64;

// How many bytes less than a list of all events it probably takes. Writes nothing where that is
// less than `least`.
std::size_t write_event_columns(std::span<const Frame> frames, WrittenStreams& out,
                                std::size_t least);
// Adds the events to the frames, which have all else, and their memory to `words`. The streams
// must end where the events end.
Result<void> read_event_columns(const StreamViews& in, std::vector<Frame>& frames,
                                std::uint64_t& words);

}  // namespace tickreel::columns
