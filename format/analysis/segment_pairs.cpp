#include "tickreel/analysis/segment_pairs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace tickreel {

namespace {

// Two recorders on one match are at most so far apart: a client's way to the server and back. A
// server may fall behind its tick rate by the share.
constexpr double kSameTimeSeconds = 3;
constexpr double kSlowServer = 0.01;

// By name, and by contents where both are known.
bool same_map(const Segment& a, const Segment& b) {
    return a.map == b.map &&
           (a.map_sha256.empty() || b.map_sha256.empty() || a.map_sha256 == b.map_sha256);
}

// The first snapshot of a segment that can be read.
struct Start {
    Tick tick = 0;
    std::chrono::nanoseconds time{};
};
using Starts = std::vector<std::optional<Start>>;

Starts find_starts(const ReelReader& reel) {
    Starts starts;
    for (std::uint32_t i = 0; i < reel.timeline().segments().size(); ++i) {
        const Moment first{i, reel.timeline().segments()[i].first};
        std::optional<Frame> frame;
        if (auto found = reel.at(first))
            frame = *std::move(found);
        else if (auto later = reel.next(first))  // its first group is damaged
            frame = *std::move(later);
        const bool own = frame && frame->segment == i;
        starts.push_back(own ? std::optional<Start>({frame->tick, frame->time}) : std::nullopt);
    }
    return starts;
}

class Pairing {
public:
    Pairing(const ReelReader& first, const ReelReader& second)
        : first_(first),
          second_(second),
          starts_a_(find_starts(first)),
          starts_b_(find_starts(second)) {}

    std::size_t in_first() const { return starts_a_.size(); }
    std::size_t in_second() const { return starts_b_.size(); }

    // Nothing: they have no tick in common.
    std::optional<SegmentPair> pair(std::size_t a, std::size_t b) const {
        const SegmentSpan& span_a = first_.timeline().segments()[a];
        const SegmentSpan& span_b = second_.timeline().segments()[b];
        const Tick begin = std::max(span_a.first, span_b.first);
        if (begin > std::min(span_a.last, span_b.last) ||
            !same_map(first_.segments()[a], second_.segments()[b]))
            return std::nullopt;
        return SegmentPair{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), begin,
                           same_time(a, b)};
    }

    // Of fewer than 2^11 pairs, the sum of a lesser part never reaches a greater one.
    std::uint64_t worth(std::size_t a, std::size_t b) const {
        const auto found = pair(a, b);
        if (!found) return 0;
        constexpr std::uint64_t kMostTicks = (1U << 26) - 1;
        const Tick end =
            std::min(first_.timeline().segments()[a].last, second_.timeline().segments()[b].last);
        const std::uint64_t ticks =
            static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(found->begin);
        return (found->same_time ? std::uint64_t{1} << 50 : 0) + (std::uint64_t{1} << 38) +
               std::min(ticks, kMostTicks);
    }

private:
    bool same_time(std::size_t a, std::size_t b) const {
        const std::optional<Start>& start_a = starts_a_[a];
        const std::optional<Start>& start_b = starts_b_[b];
        if (!start_a || !start_b) return false;
        const double later =
            (static_cast<double>(start_b->tick) - static_cast<double>(start_a->tick)) /
            first_.timeline().ticks_per_second();
        const std::chrono::duration<double> apart = start_b->time - start_a->time;
        return std::abs(apart.count() - later) < kSameTimeSeconds + kSlowServer * std::abs(later);
    }

    const ReelReader& first_;
    const ReelReader& second_;
    Starts starts_a_;
    Starts starts_b_;
};

}  // namespace

std::vector<SegmentPair> pair_segments(const ReelReader& first, const ReelReader& second) {
    const Pairing pairing(first, second);
    const std::size_t n = pairing.in_first();
    const std::size_t m = pairing.in_second();
    std::vector<SegmentPair> pairs;
    constexpr std::size_t kMostCells = 4U << 20;
    if ((n + 1) * (m + 1) > kMostCells) {  // thousands of map changes each: by number
        for (std::size_t i = 0; i < std::min(n, m); ++i)
            if (const auto found = pairing.pair(i, i)) pairs.push_back(*found);
        return pairs;
    }
    // The worth of what can be paired from segment i of the first and j of the second on.
    std::vector<std::vector<std::uint64_t>> best(n + 1, std::vector<std::uint64_t>(m + 1, 0));
    const auto with = [&](std::size_t i, std::size_t j) {
        const std::uint64_t own = pairing.worth(i, j);
        return own == 0 ? 0 : own + best[i + 1][j + 1];
    };
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            best[i][j] = std::max({with(i, j), best[i + 1][j], best[i][j + 1]});
    for (std::size_t i = 0, j = 0; i < n && j < m && best[i][j] != 0;)
        if (best[i][j] == with(i, j))
            pairs.push_back(*pairing.pair(i++, j++));
        else
            best[i][j] == best[i + 1][j] ? ++i : ++j;
    return pairs;
}

}  // namespace tickreel
