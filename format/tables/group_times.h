#pragma once
// Which groups of a recording's chunks a range of times touches. The index has ticks only: where it
// says how far times step back, the ends of the range are searched for in a few groups; else the
// times of every group that is asked about are read.

#include <vector>

#include "tickreel/reel/time_order.h"

namespace tickreel {

class GroupTimes {
public:
    // Frames with times in [from, to], in microseconds.
    GroupTimes(const ReelReader& reel, std::int64_t from, std::int64_t to);
    // Whether the group that begins with the chunk may have any.
    bool touches(std::size_t first_chunk) const;

private:
    // A stretch of chunks whose groups may have some.
    struct Stretch {
        std::size_t from = 0;
        std::size_t to = 0;
    };
    Stretch search(const std::vector<std::size_t>& starts, std::size_t end,
                   std::int64_t back) const;

    const ReelReader& reel_;
    std::int64_t from_;
    std::int64_t to_;
    bool searched_ = false;
    std::vector<Stretch> stretches_;  // one for each segment, rising
};

}  // namespace tickreel
