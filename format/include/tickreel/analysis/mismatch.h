#pragma once
// Why a wire checksum may not match, from what the recording holds: single changes to the snapshot
// after which its sum is the one that was sent, and what else is odd. Guesses, never proofs: sums
// of different snapshots can be equal.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// A game's checksum over a whole snapshot; nothing where it has none.
using SnapshotSum = std::function<std::optional<std::uint32_t>(const Snapshot&)>;

struct MismatchInput {
    const Schema& schema;
    const Frame& frame;
    const Snapshot* before = nullptr;  // the snapshot before
    bool base_recorded = true;         // whether the delta's base is in the recording
    bool gap_before = false;
    const Roster* roster = nullptr;  // whom messages have named so far
    // Not needed where the sum is the plain one, of all words modulo 2^32: the snapshot shows that.
    // Else every guess computes it, so larger snapshots than kMaxSummedItems are not guessed at.
    SnapshotSum sum{};
};
inline constexpr std::size_t kMaxSummedItems = 2048;

// Sentences for people, the likeliest first; at most kMaxReasons.
inline constexpr std::size_t kMaxReasons = 8;
std::vector<std::string> explain_mismatch(const MismatchInput& input);

}  // namespace tickreel
