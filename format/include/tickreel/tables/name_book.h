#pragma once
// What entities are called at a tick, of one recording: read once, when a name is first asked for.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/problem.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// For ReelFile::stays.
std::shared_ptr<StayCache> read_names_once();

class NameBook {
public:
    // Within the bounds only; errors of the reader leave it empty.
    NameBook(const ReelFile& file, const TickBounds& bounds, const ProblemSink& problems);
    // Who has that number at the tick, or leaves at it: events speak of them. nullptr if nobody
    // does, unless the number is never given again (more than 32 bits, Firefall): then the name
    // seen nearest to the tick, if any; an empty one is none.
    const std::string* find(std::uint32_t segment, EntityId entity, Tick tick) const;
    // Of whom the event at that place of the frame speaks. Where names come by messages, several
    // may have a slot within a frame, as in a gap, one after the other: up to the event that says
    // that somebody leaves, the name is that somebody's.
    std::optional<std::string> find(const Frame& frame, std::size_t event, EntityId entity) const;
    // Of somebody who is known to have the number all the time (the recorded client).
    const std::string* nearest(std::uint32_t segment, EntityId entity, Tick tick) const;

private:
    bool leaves_at_or_behind(const Frame& frame, std::size_t event, EntityId entity) const;
    std::optional<std::string> named_before(const Frame& frame, std::size_t event,
                                            EntityId entity) const;

    struct Entry {
        Tick from = 0, until = 0;  // [from, until)
        Tick last = 0;             // where its stay ends
        std::string name{};
    };
    std::map<std::pair<std::uint32_t, EntityId>, std::vector<Entry>> entries_;
    const Schema* schema_;  // of the file
};

}  // namespace tickreel
