#pragma once
// Events of a frame from what the world did: messages of the game (message.h), one for each
// checksum of the server that was not ours, and one when the cause of an earlier one shows later.

#include <map>

#include "recorder/games/firefall/message.h"
#include "recorder/games/firefall/world.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::firefall {

inline constexpr std::string_view kChecksumEvent = "ViewChecksum";
// View, Entity and Expected are those of the ViewChecksum that it is about.
inline constexpr std::string_view kChecksumCauseEvent = "ViewChecksumCause";

class EventBook {
public:
    void add(const WorldChanges& changes, const World& world, FrameSink& sink,
             std::vector<Event>& events);

    std::uint64_t typed() const { return typed_; }
    std::uint64_t raw() const { return raw_; }  // kept as bytes

private:
    Event check_event(const CheckOutcome& check, const World& world, FrameSink& sink);
    Event cause_event(const LaterOutcome& later, const World& world, FrameSink& sink);
    void note_event(const Note& note, FrameSink& sink, std::vector<Event>& events);
    void game_event(const GameEvent& event, const World& world, FrameSink& sink,
                    std::vector<Event>& events);
    const EventShape& shape(const GameEvent& event, const World& world);
    TypeId type_id(const ItemType& type, FrameSink& sink);

    std::map<std::string, EventShape> shapes_{};  // by protocol, direction, typecode, number
    std::map<std::string, TypeId> types_{};
    std::uint64_t typed_ = 0;
    std::uint64_t raw_ = 0;
};

}  // namespace tickreel::firefall
