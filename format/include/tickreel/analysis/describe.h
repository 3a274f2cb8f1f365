#pragma once
// Who an entity is and what an event says, in words, from the schema alone. `roster` are the
// players that messages named, where snapshots do not; it may be nullptr.

#include <string>
#include <string_view>

#include "tickreel/model/frame.h"
#include "tickreel/model/names.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// The name of that entity: what an item says, else what a message said; "" when nothing does.
std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity,
                        const Roster* roster);

// "Character 7 (nameless tee)", or "Character 7".
std::string item_title(const Schema& schema, const Snapshot& snapshot, ItemKey key,
                       const Roster* roster = nullptr);

// One line: the text of the event with who said it, else its fields as "name value, ...".
std::string event_text(const Schema& schema, const Snapshot& snapshot, const Event& event,
                       const Roster* roster = nullptr);

// Where events are shown and filtered together: a lane of the timeline, a colour. One lane for all
// who come, go and change sides; what only experts read is in Other.
enum class EventLane : std::uint8_t { Chat, Kill, Flag, Join, Map, Vote, Race, Effect, Other };
inline constexpr int kEventLanes = 9;
EventLane lane_of(EventClass kind);
EventLane event_lane(const ItemType& type);
std::string_view event_lane_name(EventLane lane);

// Case does not matter; several words must all be found.
bool matches_filter(std::string_view text, std::string_view filter);

}  // namespace tickreel
