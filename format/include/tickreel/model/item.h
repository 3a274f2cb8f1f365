#pragma once
// The basic terms: a tick, an item key and a row of words. A snapshot consists of items; an item is
// a key and a row of 32-bit words; the schema (schema.h) says what the words mean.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tickreel {

using Tick = std::int64_t;       // the game's tick number
using TypeId = std::uint16_t;    // index into the Schema, not the number on the wire
using EntityId = std::uint64_t;  // distinguishes items of one type
using Word = std::int32_t;
using Row = std::span<const Word>;

inline constexpr Tick kNoTick = -1;

struct ItemKey {
    TypeId type = 0;
    EntityId entity = 0;
    auto operator<=>(const ItemKey&) const = default;
};

struct Item {
    ItemKey key{};
    Row row{};
};

// Limits of one snapshot, checked on all input (FORMAT.md, section 5).
inline constexpr std::size_t kMaxItems = 65536;
inline constexpr std::size_t kMaxWords = 1U << 20;

// A point in a recording. Ticks restart when the map changes, so a tick alone is ambiguous: a
// recording has one or more segments, numbered from 0, and ticks rise within each.
struct Moment {
    std::uint32_t segment = 0;
    Tick tick = 0;
    auto operator<=>(const Moment&) const = default;
};

}  // namespace tickreel
