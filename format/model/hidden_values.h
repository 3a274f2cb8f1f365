#pragma once
// Numbers on the wire that mean "hidden from this client" or "never set". They read as null
// wherever values are read (RowReader); the raw words keep what was sent.
//
// Teeworlds (0.6, 0.7, DDNet): the server sends a tee's health, armour and ammo only to its own
// player and that player's spectators, and 0 to everybody else. A living tee has at least 1 health,
// and a dead one has no item, so health 0 always means "not sent", and so do armour and ammo 0 next
// to it. (Nonzero ammo there is DDNet's: a tick, for 0.7 clients.) This holds in all our recordings
// of real servers: no tee with health 0 has armour, and in recordings made by servers no tee has
// health 0. DDNet marks values that were never set by -1 or -2.

#include <optional>
#include <vector>

#include "tickreel/model/schema.h"

namespace tickreel {

struct HiddenValue {
    Word word = 0;                      // null if the field's word is this ...
    std::optional<std::size_t> with{};  // ... and this field's word is too, if set
};

// One per field; an empty vector if no field of the type hides anything, the usual case.
std::vector<std::optional<HiddenValue>> hidden_values(const ItemType& type);

}  // namespace tickreel
