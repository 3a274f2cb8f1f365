#pragma once
// Names of items, from the schema alone: a field with the role Name names its item, and items with
// the same entity number may share a name (Teeworlds stores names separately from characters).

#include <optional>
#include <string>

#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

// Whether this type's entity numbers identify named entities: a pickup that happens to have a
// player's number does not have that player's name.
bool shares_names(const ItemType& type);

// Whether names arrive only in messages, so that only a RosterHistory knows them (recordings of
// Teeworlds 0.7 made before the decoder turned names into items).
bool names_by_message(const Schema& schema);

// The entity that a field with an Owner, Subject, Speaker ... role refers to; nothing if it is null
// or negative. Exact, unlike as_number(): entity numbers may have 64 bits.
std::optional<EntityId> entity_of(const Value& value);

// Whether the field holds such a number.
bool tells_who(const Field& field);

// Whether an event says whom it is about: that happens once, however often it is told.
bool names_somebody(const ItemType& type, Row row);

// The Name of any item with that entity number; nothing if none has one. A slot may have the name
// "": of whoever keeps the number for good, that is a name not known yet.
std::optional<std::string> told_name(const Schema& schema, const Snapshot& snapshot,
                                     EntityId entity);
// The same; "" if none has one.
std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity);

// An item's name: its Name field, else its entity's name if the type shares names; else "".
std::string item_name(const Schema& schema, const Snapshot& snapshot, ItemKey key);

}  // namespace tickreel
