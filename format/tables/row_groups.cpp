#include "format/tables/row_groups.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace tickreel {

namespace {

// One open end outweighs any number of borders within chunks, a border there any number of others.
constexpr std::uint64_t kWithinChunk = 1U << 12;
constexpr std::uint64_t kOpenEnd = std::uint64_t{1} << 32;
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

struct Border {
    std::uint64_t at = 0;  // rows before it
    std::uint64_t cost = kNever;
    std::size_t before = 0;  // the border that the group began at
};

// borders[i] stands after the first i runs.
std::vector<Border> reach(std::span<const RowRun> stretch, std::uint64_t open,
                          std::uint64_t least) {
    std::vector<Border> borders(stretch.size() + 1);
    borders[0].cost = 0;
    std::size_t first = 0;  // the first border that is near enough
    for (std::size_t i = 1; i < borders.size(); ++i) {
        Border& here = borders[i];
        here.at = borders[i - 1].at + stretch[i - 1].rows;
        const bool inside = i + 1 < borders.size() && !stretch[i - 1].chunk_follows;
        const auto length = [&](std::size_t from) {
            return here.at - borders[from].at + (from == 0 ? open : 0);
        };
        if (length(0) < least + kBatchRows && length(0) >= least)
            here.cost = inside ? kWithinChunk : 1;
        first = std::max<std::size_t>(first, 1);
        while (first < i && length(first) >= least + kBatchRows) ++first;
        for (std::size_t from = first; from < i && length(from) >= least; ++from) {
            if (borders[from].cost == kNever) continue;
            const std::uint64_t cost = borders[from].cost + (inside ? kWithinChunk : 1);
            if (cost >= here.cost) continue;
            here.cost = cost;
            here.before = from;
        }
    }
    return borders;
}

}  // namespace

std::vector<std::uint64_t> row_group_lengths(std::span<const RowRun> stretch, std::uint64_t open,
                                             std::uint64_t least) {
    const std::vector<Border> borders = reach(stretch, open, least);
    const std::uint64_t end = borders.back().at;
    std::size_t last = 0;
    std::uint64_t best = end + open < least ? kOpenEnd : kNever;  // no border at all
    for (std::size_t i = 1; i < borders.size(); ++i) {
        if (borders[i].cost == kNever || end - borders[i].at >= least) continue;
        const std::uint64_t cost = borders[i].cost + (borders[i].at == end ? 0 : kOpenEnd);
        if (cost >= best) continue;
        best = cost;
        last = i;
    }
    std::vector<std::uint64_t> lengths;
    for (std::size_t i = last; i != 0; i = borders[i].before)
        lengths.push_back(borders[i].at - borders[borders[i].before].at);
    std::reverse(lengths.begin(), lengths.end());
    return lengths;
}

void RowGroupPace::plan(std::span<const RowRun> stretch) {
    assert(lengths_.empty());
    const auto lengths = row_group_lengths(stretch, open_, least_);
    lengths_.assign(lengths.begin(), lengths.end());
}

// All but the last batch of a group leave it below `least`.
std::uint64_t RowGroupPace::next_batch() const {
    if (lengths_.empty()) return kBatchRows;
    const std::uint64_t left = lengths_.front();
    if (left <= kBatchRows) return left;
    return std::min(kBatchRows, least_ - 1 - open_);
}

void RowGroupPace::given(std::uint64_t rows) {
    open_ += rows;
    if (!lengths_.empty()) {
        assert(rows <= lengths_.front());
        lengths_.front() -= rows;
        if (lengths_.front() == 0) lengths_.pop_front();
    }
    if (open_ >= least_) open_ = 0;
}

}  // namespace tickreel
