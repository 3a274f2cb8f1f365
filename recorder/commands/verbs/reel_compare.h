#pragma once
// Whether two recordings have identical values: the same ticks, items, words, events and
// markers, by type name. Ignores arrival times, wire facts, compression and type
// numbering.

#include <optional>
#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct CompareOptions {
    bool common_ticks = false;  // only snapshots of ticks in both; no events, no markers
};

struct Comparison {
    std::uint64_t snapshots = 0;   // compared
    std::uint64_t only_first = 0;  // with common_ticks: skipped ticks
    std::uint64_t only_second = 0;
    std::optional<std::string> difference{};  // the first one
};

// Damage is an error: unreadable parts cannot be called identical.
Result<Comparison> compare_reels(const ReelReader& first, const ReelReader& second,
                                 const CompareOptions& options);

}  // namespace tickreel
