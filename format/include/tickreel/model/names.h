#pragma once
// What things are called, from the schema alone: a Name role gives a thing its name, and things
// with the same entity number may share one (Teeworlds keeps names apart from characters).

#include <string>

#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

// Whether entity numbers of this type are those of the things that have names: a pickup with the
// number of a player is not called like the player.
bool shares_names(const ItemType& type);

// Whether names come by messages alone, so that only a RosterHistory knows them (recordings of
// Teeworlds 0.7 from before the decoder made items of them).
bool names_by_message(const Schema& schema);

// The Name that an item of that entity has, of whatever type; "" when none has one.
std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity);

// What an item is called: its own Name, or that of its entity where its type shares names; "".
std::string item_name(const Schema& schema, const Snapshot& snapshot, ItemKey key);

}  // namespace tickreel
