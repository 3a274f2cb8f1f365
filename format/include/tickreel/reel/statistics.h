#pragma once
// Counts over the frames of a recording. The writer stores them in the footer, so that `info` never
// scans the file; `verify` recounts from the frames.

#include <cstdint>
#include <map>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

struct Statistics {
    std::uint64_t snapshots = 0;
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_mismatch = 0;
    std::uint64_t wire_absent = 0;
    std::uint64_t raw_words = 0;  // words of all snapshots, uncompressed
    std::chrono::nanoseconds first_time{};
    std::chrono::nanoseconds last_time{};
    std::map<TypeId, std::uint64_t> items{};
    std::map<TypeId, std::uint64_t> events{};
    // Per segment [from, to): reported losses, and every step longer than the segment's usual one
    // (the most frequent distance between snapshots); `from`: when a snapshot was due.
    std::vector<Gap> gaps{};
    bool operator==(const Statistics&) const = default;
};

class StatisticsCounter {
public:
    void add(const Frame& frame);
    void add(const Gap& gap);
    Statistics result() const;  // may be called at any time

private:
    struct Run {  // `count` steps of equal length
        std::uint32_t segment = 0;
        Tick first = 0;
        Tick step = 0;
        std::uint64_t count = 0;
    };
    void add_step(const Frame& frame);

    Statistics counts_;
    std::vector<Gap> reported_;
    std::vector<Run> runs_;
    bool any_frame_ = false;
    std::uint32_t segment_ = 0;
    Tick last_tick_ = kNoTick;
};

}  // namespace tickreel
