#pragma once
// Why a wire checksum may not match, from what the recording holds. Knows no game: guesses about
// single changes are made only where the sum is the plain one (of all words, modulo 2^32), which
// the snapshot itself shows. Guesses, never proofs.

#include <string>
#include <vector>

#include "tickreel/analysis/roster.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

struct MismatchInput {
    const Schema& schema;
    const Frame& frame;
    const Frame* before = nullptr;  // the snapshot before
    bool base_recorded = true;      // whether the delta's base is in the recording
    bool gap_before = false;
    const Roster* roster = nullptr;  // whom messages have named so far
};

// Sentences for people, the likeliest first; at most kMaxReasons.
inline constexpr std::size_t kMaxReasons = 8;
std::vector<std::string> explain_mismatch(const MismatchInput& input);

}  // namespace tickreel
