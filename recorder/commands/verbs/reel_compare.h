#pragma once
// Whether two recordings have identical values: the same ticks, items, words, events and
// markers, by type name. Ignores arrival times, wire facts, compression and type
// numbering.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct CompareOptions {
    // Only snapshots of ticks that both have, in segments of the same map; no events, no markers,
    // and no types that one of the recordings does not have at all (a demo, say, lacks some). A
    // client with a dummy has two connections, and its demo has at each tick the one that it
    // showed: where the two recordings are what different players were sent, nothing is compared,
    // unless that is everywhere.
    bool common_ticks = false;
    std::function<bool()> stopped{};  // asked at every frame: true ends it with an error
};

// Items of a type that only one recording has.
struct LeftOut {
    std::string type{};
    bool of_first = false;
    std::uint64_t items = 0;  // of the whole recording
};

struct Comparison {
    std::uint64_t snapshots = 0;   // compared
    std::uint64_t only_first = 0;  // with common_ticks: skipped ticks
    std::uint64_t only_second = 0;
    std::uint64_t gaps_of_second = 0;  // of only_first: where the second has a gap
    std::uint64_t gaps_of_first = 0;   // of only_second
    std::vector<LeftOut> left_out{};
    bool any_type_in_both = true;    // with common_ticks: if not, nothing but ticks was compared
    std::uint64_t other_player = 0;  // common ticks at which the two are of different players
    std::string first_other_player{};
    std::optional<std::string> difference{};  // the first one
};

// Damage is an error: unreadable parts cannot be called identical.
Result<Comparison> compare_reels(const ReelReader& first, const ReelReader& second,
                                 const CompareOptions& options);

}  // namespace tickreel
