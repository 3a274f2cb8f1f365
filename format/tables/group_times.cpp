#include "format/tables/group_times.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

constexpr std::int64_t kEarliestTime = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLatestTime = std::numeric_limits<std::int64_t>::max();

// How far in microseconds a time may lie before the latest of those before it.
std::int64_t whole_microseconds(std::uint64_t nanoseconds) {
    return static_cast<std::int64_t>(nanoseconds / 1000 + (nanoseconds % 1000 != 0 ? 1 : 0));
}

// Without overflow; a bound that is none stays none.
std::int64_t earlier(std::int64_t time, std::int64_t by) {
    return time < kEarliestTime + by ? kEarliestTime : time - by;
}
std::int64_t later(std::int64_t time, std::int64_t by) {
    return time > kLatestTime - by ? kLatestTime : time + by;
}

}  // namespace

GroupTimes::GroupTimes(const ReelReader& reel, std::int64_t from, std::int64_t to)
    : reel_(reel), from_(from), to_(to) {
    const auto back = most_time_back(reel);
    if (!back) return;
    searched_ = true;
    const auto chunks = reel.chunks();
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const bool new_segment = i > 0 && chunks[i].segment != chunks[i - 1].segment;
        if (new_segment) {
            stretches_.push_back(search(starts, i, whole_microseconds(*back)));
            starts.clear();
        }
        if (i == 0 || new_segment || chunks[i].starts_group) starts.push_back(i);
    }
    if (!starts.empty())
        stretches_.push_back(search(starts, chunks.size(), whole_microseconds(*back)));
}

// Every frame before one at time t has one of at most t + back, every frame behind it one of at
// least t - back. So what is found is right, however times rise; where they do it is also short.
GroupTimes::Stretch GroupTimes::search(const std::vector<std::size_t>& starts, std::size_t end,
                                       std::int64_t back) const {
    // The first group at `at` or behind it that can be read.
    const auto time_behind = [&](std::size_t& at, std::size_t stop) {
        std::optional<std::int64_t> time;
        for (; at < stop && !time; ++at)
            if (const auto span = times_of(reel_, starts[at], starts[at] + 1))
                time = microseconds(span->first);
        if (time) --at;
        return time;
    };
    // Of the groups (low, high) one where `is_behind` begins to hold; those between that cannot be
    // read are on neither side.
    const auto split = [&](std::size_t low, std::size_t high, const auto& is_behind) {
        std::pair<std::size_t, std::size_t> sides{low, high};
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            std::size_t at = middle;
            const auto time = time_behind(at, high);
            if (time && !is_behind(*time)) {
                sides.first = at;
                low = at + 1;
            } else {
                if (time) sides.second = at;
                high = middle;
            }
        }
        return sides;
    };
    const std::int64_t wanted_from = earlier(from_, back);
    const std::int64_t wanted_to = later(to_, back);
    const std::size_t first =
        split(
            0, starts.size(), [&](std::int64_t time) { return time >= wanted_from; })
            .first;
    const std::size_t last =
        split(first, starts.size(), [&](std::int64_t time) { return time > wanted_to; }).second;
    return {starts[first], last < starts.size() ? starts[last] : end};
}

bool GroupTimes::touches(std::size_t first_chunk) const {
    if (searched_) {
        const auto stretch =
            std::upper_bound(stretches_.begin(), stretches_.end(), first_chunk,
                             [](std::size_t chunk, const Stretch& one) { return chunk < one.to; });
        return stretch != stretches_.end() && stretch->from <= first_chunk;
    }
    const auto chunks = reel_.chunks();
    std::size_t end = first_chunk + 1;
    while (end < chunks.size() && !chunks[end].starts_group &&
           chunks[end].segment == chunks[first_chunk].segment)
        ++end;
    const auto span = times_of(reel_, first_chunk, end);
    return !span || (microseconds(span->earliest) <= to_ && microseconds(span->latest) >= from_);
}

}  // namespace tickreel
