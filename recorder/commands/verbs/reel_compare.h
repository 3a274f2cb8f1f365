#pragma once
// Are two recordings value-identical: the same ticks, items, words, events and markers, by type
// name. When frames arrived, what the wire said of them, how the file is compressed and which
// numbers the types have do not count.

#include <optional>
#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct CompareOptions {
    bool common_ticks = false;  // only snapshots of ticks that both have; no events, no markers
};

struct Comparison {
    std::uint64_t snapshots = 0;   // compared
    std::uint64_t only_first = 0;  // with common_ticks: ticks passed over
    std::uint64_t only_second = 0;
    std::optional<std::string> difference{};  // the first one
};

// Damage that is met on the way is an error: what cannot be read cannot be called identical.
Result<Comparison> compare_reels(const ReelReader& first, const ReelReader& second,
                                 const CompareOptions& options);

}  // namespace tickreel
