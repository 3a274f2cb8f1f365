#pragma once
// When the groups of a recording's chunks begin: leaves out those that a range of times does not
// touch. The chunk list has ticks only, so that the first chunk of each group is looked into.

#include <map>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class GroupTimes {
public:
    explicit GroupTimes(const ReelReader& reel);
    // Whether frames of the group that begins with the chunk may lie in [from, to] (microseconds).
    // Everything touches where times do not rise with ticks.
    bool touches(std::size_t first_chunk, std::int64_t from, std::int64_t to) const;

private:
    struct Span {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };
    std::map<std::size_t, Span> spans_;  // by first chunk
};

}  // namespace tickreel
