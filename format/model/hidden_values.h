#pragma once
// Numbers on the wire that stand for "you may not know" or "never set". They read as null wherever
// values are read (RowReader); the raw words keep what was sent.
//
// Teeworlds (0.6, 0.7, DDNet): the server sends health, armour and ammo of a tee only to its own
// player and to who spectates it, and 0 to everybody else. A tee that lives has at least 1 health
// and one that is dead has no item, so health 0 always means "not sent", and armour and ammo of 0
// beside it do too. (Ammo that is not 0 there is DDNet's: a tick, for 0.7 clients.) Seen on all
// recordings of real servers that we have: no tee with health 0 has armour, and in what servers
// record themselves nobody has health 0. DDNet marks what was never set by -1, or -2.

#include <optional>
#include <vector>

#include "tickreel/model/schema.h"

namespace tickreel {

struct HiddenValue {
    Word word = 0;                      // null when the field's word is this ...
    std::optional<std::size_t> with{};  // ... and this field's word is too, where there is one
};

// One per field; empty when no field of the type hides anything, which is nearly always.
std::vector<std::optional<HiddenValue>> hidden_values(const ItemType& type);

}  // namespace tickreel
