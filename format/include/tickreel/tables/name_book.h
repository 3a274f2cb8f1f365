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
    // nullptr when nobody of that number ever had a name. Between and around the ticks at which a
    // name was seen the nearest holds: events speak of who has just left or is about to come.
    const std::string* find(std::uint32_t segment, EntityId entity, Tick tick) const;

private:
    struct Entry {
        Tick until = 0;  // where the next one begins
        std::string name{};
    };
    std::map<std::pair<std::uint32_t, EntityId>, std::vector<Entry>> entries_;
};

}  // namespace tickreel
