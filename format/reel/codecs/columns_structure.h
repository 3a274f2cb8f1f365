#pragma once
// Which item lives when in a chunk. A step is a snapshot that differs from the one before it; an
// item lives from one step to another with a row of one length. It is inherited when the chunk
// depends on a snapshot that has it.

#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/snapshot.h"

namespace tickreel::columns {

struct Lifetime {
    ItemKey key{};
    std::uint32_t length = 0;  // words
    std::uint32_t start = 0;   // its first step
    std::uint32_t end = 0;     // behind its last step
    bool inherited = false;

    // Rows that are told by difference from a known one.
    std::uint32_t changes() const { return inherited ? end : end - start - 1; }
    // The step of change number i.
    std::uint32_t step(std::uint32_t i) const { return inherited ? i : start + 1 + i; }
    // A lifetime behind this one in the order of the chunk: by key, then by time.
    bool before(const Lifetime& other) const;
};

// Lifetimes of one type and length, by their place in the list of all.
struct LifetimeGroup {
    std::uint32_t length = 0;
    std::vector<std::uint32_t> members{};
};

// The item of `base` that a new one is most likely to resemble: itself with a row of another
// length, else one of its type, the last before it in key order or the first. An empty row when
// there is none.
Row kin_of(const Snapshot& base, ItemKey key);

// By type, then by length.
std::vector<LifetimeGroup> group_lifetimes(const std::vector<Lifetime>& lifetimes);

// `lifetimes` are in order; `base` is what the chunk depends on.
void write_lifetimes(const std::vector<Lifetime>& lifetimes, const Snapshot& base,
                     std::uint32_t steps, ByteWriter& out);
// Refuses lifetimes that overlap and steps that break the limits of a snapshot or a chunk.
Result<std::vector<Lifetime>> read_lifetimes(ByteReader& in, const Snapshot& base,
                                             std::uint32_t steps);

}  // namespace tickreel::columns
