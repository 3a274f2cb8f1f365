#pragma once
// Explains why a wire checksum may not match, from the recording alone: single changes to the
// snapshot that would produce the sum that was sent, and other anomalies. Guesses, not proofs:
// different snapshots can have equal sums.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// A game's checksum over a whole snapshot; empty if the game has none.
using SnapshotSum = std::function<std::optional<std::uint32_t>(const Snapshot&)>;

struct MismatchInput {
    const Schema& schema;
    const Frame& frame;
    const Snapshot* before = nullptr;  // the previous snapshot
    bool base_recorded = true;         // whether the recording contains the delta's base
    bool gap_before = false;
    const Roster* roster = nullptr;  // players named by messages so far
    // Unset if the checksum is the plain sum of all words modulo 2^32, which the snapshot reveals.
    // Otherwise every guess calls it; snapshots larger than kMaxSummedItems are skipped.
    SnapshotSum sum{};
};
inline constexpr std::size_t kMaxSummedItems = 2048;

// Sentences for display, most likely first; at most kMaxReasons.
inline constexpr std::size_t kMaxReasons = 8;
std::vector<std::string> explain_mismatch(const MismatchInput& input);

}  // namespace tickreel
