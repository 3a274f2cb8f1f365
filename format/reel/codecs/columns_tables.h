#pragma once
// The rows of all lifetimes <-> streams. A table holds the lifetimes of one type and length, at
// most 64 of their fields. A row is stored as a mask of the fields that differ from the prediction,
// and their differences.

#include "format/reel/codecs/columns_streams.h"
#include "format/reel/codecs/columns_structure.h"
#include "tickreel/base/result.h"

namespace tickreel::columns {

// The tick distance of each step from the previous one; the first is assumed equal to the second.
std::vector<std::uint32_t> tick_steps(const std::vector<Tick>& ticks);

// The rows of each lifetime: the known one first (inherited or stored whole), then one per change.
// T is Word or const Word.
template <class T>
struct LifetimeRows {
    std::vector<T*> rows{};         // of all lifetimes, consecutively
    std::vector<std::size_t> at{};  // start of each lifetime's rows, and the end
};

// `base` is the snapshot that the chunk depends on.
void encode_tables(const std::vector<Lifetime>& lifetimes, const LifetimeRows<const Word>& rows,
                   const Snapshot& base, const std::vector<Tick>& ticks, WrittenStreams& out);

// Fills in all rows except inherited ones. The streams must end where the tables end.
Result<void> decode_tables(const std::vector<Lifetime>& lifetimes, const LifetimeRows<Word>& rows,
                           const Snapshot& base, const std::vector<Tick>& ticks,
                           ByteReader structure, const StreamViews& in);
// The same for only the last row of each lifetime: `rows` holds one row each, an inherited one with
// its initial value. Lifetimes that end earlier may share a row.
Result<void> decode_ends(const std::vector<Lifetime>& lifetimes, std::span<Word* const> rows,
                         const Snapshot& base, const std::vector<Tick>& ticks, ByteReader structure,
                         const StreamViews& in);

}  // namespace tickreel::columns
