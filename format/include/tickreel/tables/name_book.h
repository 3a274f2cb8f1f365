#pragma once
// What entities are called at a tick, of one recording: read once, when a name is first asked for.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/problem.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// For ReelFile::stays.
std::shared_ptr<StayCache> read_names_once();

class NameBook {
public:
    // Names of the bounds, but of all the recording where numbers are never given again. Errors of
    // the reader leave it empty; what cannot be read beyond the bounds is told when somebody has no
    // name.
    NameBook(const ReelFile& file, const TickBounds& bounds, const ProblemSink& problems);
    // Who has that number at the tick, or leaves at it: events speak of them. nullptr if nobody
    // does, unless the number is never given again (more than 32 bits, Firefall): then the name
    // seen nearest to the tick, if any; an empty one is none.
    const std::string* find(std::uint32_t segment, EntityId entity, Tick tick) const;
    // Of whom the event at that place of the frame speaks. Where names come by messages, several
    // may have a slot within a frame, as in a gap, one after the other: up to the event that says
    // that somebody leaves, the name is that somebody's. Events of one frame are asked for in turn:
    // what they say of names is looked through once for all of them.
    std::optional<std::string> find(const Frame& frame, std::size_t event, EntityId entity);
    // Whether somebody of that name is there at the tick, or leaves at it.
    bool anyone_called(std::uint32_t segment, std::string_view name, Tick tick) const;
    bool empty() const { return entries_.empty(); }
    // Of somebody who is known to have the number all the time (the recorded client).
    const std::string* nearest(std::uint32_t segment, EntityId entity, Tick tick) const;

private:
    // Places in the events of a frame.
    struct Told {
        std::optional<std::size_t> leaves{};  // the last time
        std::vector<std::size_t> named{};     // ascending
    };
    struct FrameTold {
        std::uint32_t segment = 0;
        Tick tick = 0;
        std::map<EntityId, Told> of{};
    };
    const Told* told_of(const Frame& frame, EntityId entity);

    struct Entry {
        Tick from = 0, until = 0;  // [from, until)
        Tick last = 0;             // where its stay ends
        std::string name{};
    };
    std::map<std::pair<std::uint32_t, EntityId>, std::vector<Entry>> entries_;
    const Schema* schema_;  // of the file
    ProblemSink problems_;
    mutable std::vector<Problem> beyond_{};  // the bounds
    std::optional<FrameTold> told_{};        // the frame asked about last
};

}  // namespace tickreel
