#pragma once
// Whispers and team chat, as chat messages of 0.6, DDNet and 0.7 mark them.

#include "tickreel/model/schema.h"

namespace tickreel::teeworlds {

bool is_private_talk(const ItemType& type, Row row);

}  // namespace tickreel::teeworlds
