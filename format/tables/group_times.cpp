#include "format/tables/group_times.h"

#include <limits>
#include <optional>
#include <vector>

#include "tickreel/reel/part_scan.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

// Within a group times may waver by as much.
constexpr std::int64_t kSlack = 1'000'000;

struct Start {
    std::size_t chunk = 0;
    std::uint32_t segment = 0;
    std::optional<std::int64_t> time{};
};

}  // namespace

GroupTimes::GroupTimes(const ReelReader& reel) {
    std::vector<Start> starts;
    const auto chunks = reel.chunks();
    constexpr auto kEarliest = std::numeric_limits<std::int64_t>::min();
    std::int64_t before = kEarliest;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const bool new_segment = starts.empty() || starts.back().segment != chunks[i].segment;
        if (!chunks[i].starts_group && !new_segment) continue;
        Start start{i, chunks[i].segment, {}};
        if (const auto frame = first_of_group(reel, i)) start.time = microseconds(frame->time);
        if (new_segment) before = kEarliest;
        if (start.time && *start.time < before) return;
        if (start.time) before = *start.time;
        starts.push_back(start);
    }
    // From its own beginning, or of the group before, to that of the next that is known.
    const Span all{std::numeric_limits<std::int64_t>::min(),
                   std::numeric_limits<std::int64_t>::max()};
    Span behind = all;
    for (std::size_t i = starts.size(); i-- > 0;) {
        if (i + 1 == starts.size() || starts[i + 1].segment != starts[i].segment) behind = all;
        Span& span = spans_[starts[i].chunk];
        span.to = behind.to;
        if (starts[i].time) behind.to = *starts[i].time + kSlack;
    }
    std::int64_t from = all.from;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        if (i == 0 || starts[i - 1].segment != starts[i].segment) from = all.from;
        if (starts[i].time) from = *starts[i].time - kSlack;
        spans_[starts[i].chunk].from = from;
    }
}

bool GroupTimes::touches(std::size_t first_chunk, std::int64_t from, std::int64_t to) const {
    const auto span = spans_.find(first_chunk);
    return span == spans_.end() || (span->second.from <= to && span->second.to >= from);
}

}  // namespace tickreel
