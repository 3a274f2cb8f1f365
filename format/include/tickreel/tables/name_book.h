#pragma once
// What entities are called at a tick, of one recording: read once, when a name is first asked for.

#include <map>
#include <string>
#include <vector>

#include "tickreel/base/problem.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

class NameBook {
public:
    // Within the bounds only; errors of the reader leave it empty.
    NameBook(const ReelFile& file, const TickBounds& bounds, const ProblemSink& problems);
    // Who has that number at the tick, or leaves at it: events speak of them. nullptr if nobody
    // does, unless the number is never given again (more than 32 bits, Firefall): then the name
    // seen nearest to the tick, if any; an empty one is none.
    const std::string* find(std::uint32_t segment, EntityId entity, Tick tick) const;
    // Of somebody who is known to have the number all the time (the recorded client).
    const std::string* nearest(std::uint32_t segment, EntityId entity, Tick tick) const;

private:
    struct Entry {
        Tick from = 0, until = 0;  // [from, until)
        Tick last = 0;             // where its stay ends
        std::string name{};
    };
    std::map<std::pair<std::uint32_t, EntityId>, std::vector<Entry>> entries_;
};

}  // namespace tickreel
