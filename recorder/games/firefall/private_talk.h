#pragma once
// Chat that not everybody around can read, by the channel that a chat message names.

#include "tickreel/model/schema.h"

namespace tickreel::firefall {

bool is_private_talk(const ItemType& type, Row row);

}  // namespace tickreel::firefall
