#pragma once
// Turns changes of the world into a frame's events: messages of the game (message.h), one event per
// server checksum that differed, one when the cause of an earlier difference is found, the total of
// those that agreed (view_sums.h), what was sent again and what was lost.

#include <map>
#include <vector>

#include "recorder/games/firefall/message.h"
#include "recorder/games/firefall/transport.h"
#include "recorder/games/firefall/view_sums.h"
#include "recorder/games/firefall/world.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::firefall {

inline constexpr std::string_view kChecksumEvent = "ViewChecksum";
// View, Entity and Expected identify the ViewChecksum event that it explains.
inline constexpr std::string_view kChecksumCauseEvent = "ViewChecksumCause";
// What the numbers of packets tell, at the time when they told it.
ItemType resend_type(Direction direction);
ItemType loss_type();

// Of the events that no message of the game is.
std::vector<ItemType> derived_event_types();

// The kind of annotation that carries an event, by its name; none for what the game itself says.
std::optional<Annotation::Kind> annotation_kind(std::string_view event);

class EventMapper {
public:
    // `time`: of the frame.
    void add(const WorldChanges& changes, const std::vector<Delivery>& deliveries,
             std::chrono::nanoseconds time, const World& world, FrameSink& sink,
             std::vector<Event>& events);
    void restart() { newest_sample_.clear(); }  // a new timeline
    void add_total(const ViewSums& sums, FrameSink& sink, std::vector<Event>& events);

    std::uint64_t typed() const { return typed_; }
    std::uint64_t raw() const { return raw_; }          // kept as bytes
    std::uint64_t refused() const { return refused_; }  // of too many types

private:
    Event check_event(const CheckOutcome& check, const World& world, FrameSink& sink);
    Event cause_event(const LaterOutcome& later, const World& world, FrameSink& sink);
    void add_delivery(const Delivery& delivery, std::chrono::nanoseconds frame, FrameSink& sink,
                      std::vector<Event>& events);
    void add_annotation(const Annotation& annotation, FrameSink& sink, std::vector<Event>& events);
    void game_event(const GameEvent& event, std::chrono::nanoseconds frame, const World& world,
                    FrameSink& sink, std::vector<Event>& events);
    Arrival arrival_of(const GameEvent& event, const EventShape& about,
                       std::chrono::nanoseconds frame);
    const EventShape& shape(const GameEvent& event, const World& world);
    TypeId type_id(const ItemType& type, FrameSink& sink);

    std::map<std::string, EventShape> shapes_{};  // by protocol, direction, typecode, number
    std::map<std::string, TypeId> types_{};
    std::map<std::string, std::uint16_t> newest_sample_{};  // client's ms, by type
    std::uint64_t typed_ = 0;
    std::uint64_t raw_ = 0;
    std::uint64_t refused_ = 0;
};

}  // namespace tickreel::firefall
