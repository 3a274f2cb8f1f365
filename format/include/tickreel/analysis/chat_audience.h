#pragma once

#include <string>

#include "tickreel/model/row.h"

namespace tickreel {

// What goes before a chat line that not everybody gets: "[team] ", "[whisper to] " (its player
// is who gets it), "[whisper from] ", "[whisper] ". Empty for other events, and for lines to all.
std::string chat_mark(const ItemType& type, Row row);

}  // namespace tickreel
