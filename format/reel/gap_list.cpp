#include "tickreel/reel/gap_list.h"

#include <algorithm>
#include <limits>

namespace tickreel {

std::vector<Gap> join_gaps(std::vector<Gap> gaps) {
    std::stable_sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) {
        const Moment from_a{a.segment, a.from};
        const Moment from_b{b.segment, b.from};
        return from_a != from_b ? from_a < from_b : a.to > b.to;  // what most of it lacks, and why
    });
    std::vector<Gap> joined;
    for (Gap& gap : gaps) {
        if (joined.empty() || joined.back().segment != gap.segment ||
            joined.back().to <= gap.from) {
            joined.push_back(std::move(gap));
            continue;
        }
        Gap& before = joined.back();
        const bool other = !before.reason.empty() && !gap.reason.empty();
        if (other && before.reason != gap.reason) {
            gap.from = before.to;
            if (gap.from < gap.to) joined.push_back(std::move(gap));
            continue;
        }
        before.to = std::max(before.to, gap.to);
        if (before.reason.empty()) before.reason = std::move(gap.reason);
    }
    return joined;
}

std::vector<Gap> gaps_without(std::vector<Gap> gaps, std::span<const Gap> cut) {
    std::vector<Gap> left;
    for (Gap& gap : gaps) {
        for (const Gap& away : cut) {
            if (away.segment != gap.segment || away.to <= gap.from || away.from >= gap.to) continue;
            if (gap.from < away.from)
                left.push_back({gap.segment, gap.from, away.from, gap.reason});
            gap.from = std::min(away.to, gap.to);
        }
        if (gap.from < gap.to) left.push_back(std::move(gap));
    }
    return left;
}

MomentRange with_ends(const ReelReader& reel, MomentRange range) {
    const MomentRange all = reel.everything();
    if (range.from == all.from) range.from = {0, std::numeric_limits<Tick>::min()};
    if (range.to == all.to) range.to.segment = std::numeric_limits<std::uint32_t>::max();
    return range;
}

std::span<const Marker> markers_within(const ReelReader& reel, MomentRange range) {
    const auto [from, to] = with_ends(reel, range);
    const std::span<const Marker> all = reel.markers();  // in order
    const auto first_at = [&](Moment moment) {
        return std::partition_point(all.begin(), all.end(),
                                    [&](const Marker& one) { return one.moment < moment; });
    };
    return from < to ? std::span<const Marker>(first_at(from), first_at(to))
                     : std::span<const Marker>();
}

std::vector<Gap> gaps_within(const ReelReader& reel, MomentRange range, std::span<const Gap> gaps) {
    range = with_ends(reel, range);
    std::vector<Gap> within;
    for (Gap gap : gaps) {
        if (gap.segment < range.from.segment || gap.segment > range.to.segment) continue;
        if (gap.segment == range.from.segment) gap.from = std::max(gap.from, range.from.tick);
        if (gap.segment == range.to.segment) gap.to = std::min(gap.to, range.to.tick);
        if (gap.from < gap.to) within.push_back(std::move(gap));
    }
    return within;
}

}  // namespace tickreel
