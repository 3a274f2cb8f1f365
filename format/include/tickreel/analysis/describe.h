#pragma once
// Who an entity is and what an event says, in words, from the schema alone. `told` are the players
// that messages named, where snapshots do not; it may be nullptr.

#include <string>
#include <string_view>

#include "tickreel/analysis/roster.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/names.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// The name of that entity: what an item says, else what a message told; "" when nothing does.
std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity,
                        const Roster* roster);

// "Character 7 (nameless tee)", or "Character 7".
std::string item_title(const Schema& schema, const Snapshot& snapshot, ItemKey key,
                       const Roster* roster = nullptr);

// One line: the text of the event with who said it, else its fields as "name value, ...".
std::string event_text(const Schema& schema, const Snapshot& snapshot, const Event& event,
                       const Roster* roster = nullptr);

// A broad class of an event, guessed from its type's name; decides colour and filter.
enum class EventClass : std::uint8_t { Chat, Kill, Flag, Join, Map, Vote, Race, Effect, Other };
inline constexpr int kEventClasses = 9;
EventClass event_class(const ItemType& type);
std::string_view event_class_name(EventClass kind);

// Case does not matter; several words must all be found.
bool matches_filter(std::string_view text, std::string_view filter);

}  // namespace tickreel
