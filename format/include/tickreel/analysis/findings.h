#pragma once
// What the developer of a game server should look at in a recording: snapshots near the protocol's
// limits, items that flicker, deltas against old bases, irregular pacing, unknown types, gaps and
// mismatches. A finding is a fact with a place and a number, not a verdict.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What a snapshot of the protocol can hold; 0: unknown or unlimited.
struct SnapshotLimits {
    std::size_t items = 0;
    std::size_t bytes = 0;          // of the unpacked snapshot, which takes ...
    std::size_t bytes_of_any = 0;   // ... for itself,
    std::size_t bytes_of_item = 0;  // for every item, and 4 for every word
    std::uint16_t parts = 0;        // datagrams of one snapshot
};

struct Finding {
    std::string_view check{};  // "flicker": a stable name
    Moment moment{};           // the first place, or the worst
    std::uint64_t number = 0;  // in `unit`
    std::string_view unit{};   // "items", "bytes", "parts", "ticks", "ms", "times", "snapshots"
    std::string text{};        // what it is, in one sentence
};

// In the order of the checks. `visit` is called with the moment of every frame.
Result<std::vector<Finding>> find_irregularities(const ReelReader& reel,
                                                 const SnapshotLimits& limits,
                                                 const ProblemSink& problems,
                                                 const std::function<void(Moment)>& visit);

}  // namespace tickreel
