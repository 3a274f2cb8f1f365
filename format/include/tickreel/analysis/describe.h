#pragma once
// Names of entities and text of events, derived from the schema alone. `roster` lists players whom
// events named, for games whose snapshots carry no names; it may be nullptr.

#include <optional>
#include <string>
#include <string_view>

#include "tickreel/model/frame.h"
#include "tickreel/model/names.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// The entity's name: from an item, else from the roster; nothing when neither tells one.
std::optional<std::string> told_name(const Schema& schema, const Snapshot& snapshot,
                                     EntityId entity, const Roster* roster);
// The same; "" when neither tells one.
std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity,
                        const Roster* roster);

// "Character 7 (nameless tee)", or "Character 7".
std::string item_title(const Schema& schema, const Snapshot& snapshot, ItemKey key,
                       const Roster* roster = nullptr);

// One line: the event's text and its speaker, else its fields as "name value, ...".
std::string event_text(const Schema& schema, const Snapshot& snapshot, const Event& event,
                       const Roster* roster = nullptr);

// What is with a flag that nobody carries (the value of a Role::FlagHolder): "at stand", "dropped".
std::string loose_flag_text(const Field& field, const Value& value);

// The categories that the event list, its filter and the timeline share. Join covers everybody who
// joins, leaves or changes teams; Other holds what only experts read.
enum class EventLane : std::uint8_t { Chat, Kill, Flag, Join, Map, Vote, Race, Effect, Other };
inline constexpr int kEventLanes = 9;
EventLane lane_of(EventClass kind);
EventLane event_lane(const ItemType& type);
std::string_view event_lane_name(EventLane lane);

// Case-insensitive; all words of the filter must occur.
bool matches_filter(std::string_view text, std::string_view filter);

}  // namespace tickreel
