#pragma once
// Whether two segments of two recordings show the same stretch of one match, from the values of the
// items that both have at the same ticks.

#include <chrono>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct SegmentOf {
    const ReelReader* reel = nullptr;
    std::uint32_t segment = 0;
};

struct Likeness {
    enum class Verdict { NothingInCommon, OtherMap, Other, Same };
    Verdict verdict = Verdict::NothingInCommon;
    std::string why{};                 // unless Same
    bool other_numbers = false;        // Other: the server may number the players otherwise
    bool still = false;                // Same: only as long as nothing changes, which any match may
    std::chrono::nanoseconds clock{};  // how far b's is ahead, if Same
};

Likeness compare_segments(const SegmentOf& a, const SegmentOf& b);

}  // namespace tickreel
