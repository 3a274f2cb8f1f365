#pragma once
// The lifetimes of items within a chunk. A step is a snapshot that differs from the previous one; a
// lifetime is an item with a row of constant length from one step to another. It is inherited if
// the item is in the snapshot that the chunk depends on.

#include <span>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/snapshot.h"

namespace tickreel::columns {

struct Lifetime {
    ItemKey key{};
    std::uint32_t length = 0;  // words
    std::uint32_t start = 0;   // its first step
    std::uint32_t end = 0;     // one past its last step
    bool inherited = false;

    // Rows stored as a difference from a known row.
    std::uint32_t changes() const { return inherited ? end : end - start - 1; }
    // The step of change number i.
    std::uint32_t step(std::uint32_t i) const { return inherited ? i : start + 1 + i; }
    // Whether `other` comes after this one in chunk order: by key, then by time.
    bool before(const Lifetime& other) const;
};

// What a chunk must know of each item of the snapshot that it depends on, if no row is wanted.
struct ItemShape {
    ItemKey key{};
    std::uint32_t length = 0;  // words
};
std::vector<ItemShape> shapes_of(const Snapshot& snapshot);

// Lifetimes of one type and length, as indices into the list of all.
struct LifetimeGroup {
    std::uint32_t length = 0;
    std::span<const std::uint32_t> members{};
};

// By type, then by length.
class LifetimeGroups {
public:
    explicit LifetimeGroups(const std::vector<Lifetime>& lifetimes);
    LifetimeGroups(LifetimeGroups&&) noexcept = default;
    LifetimeGroups& operator=(LifetimeGroups&&) noexcept = default;
    auto begin() const { return groups_.begin(); }
    auto end() const { return groups_.end(); }

private:
    std::vector<std::uint32_t> order_;  // the members of all groups
    std::vector<LifetimeGroup> groups_;
};

// The item of `base` that a new item is most likely to resemble: the same key with a row of another
// length, else one of its type: the last before it in key order, or the first. An empty row if
// there is none.
Row related_row(const Snapshot& base, ItemKey key);

// `lifetimes` are in chunk order; `base` is the snapshot that the chunk depends on.
void write_lifetimes(const std::vector<Lifetime>& lifetimes, const Snapshot& base,
                     std::uint32_t steps, ByteWriter& out);
// An error if lifetimes overlap or steps exceed the limits of a snapshot or a chunk.
Result<std::vector<Lifetime>> read_lifetimes(ByteReader& in, std::span<const ItemShape> base,
                                             std::uint32_t steps);

}  // namespace tickreel::columns
