#pragma once
// What a snapshot of a protocol can hold: a fact about the game, for tools that warn before its
// clients refuse one.

#include <cstddef>
#include <cstdint>

namespace tickreel {

// 0: unknown or unlimited.
struct SnapshotLimits {
    std::size_t items = 0;
    std::size_t bytes = 0;          // of the unpacked snapshot, which takes ...
    std::size_t bytes_of_any = 0;   // ... for itself,
    std::size_t bytes_of_item = 0;  // for every item, and 4 for every word
    std::uint16_t parts = 0;        // datagrams of one snapshot
};

}  // namespace tickreel
