#pragma once
// The rows of all lifetimes <-> streams. A table is the lifetimes of one type and length, at most
// 64 fields of them. Rows are told as a mask of the fields that are not as predicted, and how far
// those are off.

#include "format/reel/codecs/columns_streams.h"
#include "format/reel/codecs/columns_structure.h"
#include "tickreel/base/result.h"

namespace tickreel::columns {

// How far the tick of a step is from the one before it; the first is taken to be like the second.
std::vector<std::uint32_t> tick_steps(const std::vector<Tick>& ticks);

// One lifetime's rows: the known one first (inherited or written whole), then one for each change.
// T is Word or const Word.
template <class T>
struct LifetimeRows {
    std::vector<T*> rows{};         // of all lifetimes, one behind the other
    std::vector<std::size_t> at{};  // where those of each begin; one more behind the last
};

// `base` is what the chunk depends on.
void encode_tables(const std::vector<Lifetime>& lifetimes, const LifetimeRows<const Word>& rows,
                   const Snapshot& base, const std::vector<Tick>& ticks, WrittenStreams& out);

// Fills in all rows but those that are inherited. The streams must end where the tables do.
Result<void> decode_tables(const std::vector<Lifetime>& lifetimes, const LifetimeRows<Word>& rows,
                           const Snapshot& base, const std::vector<Tick>& ticks,
                           ByteReader structure, const StreamViews& in);
// The same for the last row of each lifetime alone: `rows` hold one of each, an inherited one as
// the chunk found it. Lifetimes whose end nobody wants may share a row.
Result<void> decode_ends(const std::vector<Lifetime>& lifetimes, std::span<Word* const> rows,
                         const Snapshot& base, const std::vector<Tick>& ticks, ByteReader structure,
                         const StreamViews& in);

}  // namespace tickreel::columns
