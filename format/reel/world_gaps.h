#pragma once
// The gaps of the world of a match file: ticks at which snapshots were lost by some of the views
// that were there, and that none of them had. A view that knows that the server sent nothing
// lost nothing; one that waited for an acknowledgement says nothing about that time. Nor does
// anybody where the last of them had left and the next one was not there yet.

#include <map>
#include <span>

#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/statistics.h"

namespace tickreel {

class WorldGaps {
public:
    explicit WorldGaps(std::span<const MatchView> views);
    // A frame of the view; its items are not looked at.
    void add(std::uint32_t view, const Frame& frame, Moment of_world);
    std::vector<Gap> result() const;  // in moments of the world

private:
    struct Place {  // of a segment of the view
        std::uint32_t of_world = 0;
        Tick first = 0;
        Tick last = 0;
    };
    struct Seen {
        StatisticsCounter counter;
        std::map<std::uint32_t, Place> segments{};
    };
    std::vector<Gap> deserted() const;
    static std::vector<Gap> in_world(const Seen& view, std::span<const Gap> gaps);

    std::span<const MatchView> views_;
    std::vector<Seen> seen_;
};

}  // namespace tickreel
