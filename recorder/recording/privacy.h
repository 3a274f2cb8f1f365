#pragma once
// What of a recording is private: one list for everything that leaves it out or replaces it.

#include "recorder/games/game.h"

namespace tickreel {

// Whether a field's text is personal data: names, clans, what people say, and every text of which
// the roles do not say that it is something else (names of maps and skins, parts of a checksum).
bool is_personal(const Field& field);

// Whether it is the name of a map or skin: not personal, unless it contains a name.
bool is_title(const Field& field);

// Whether an event is for some players only: whispers, and chat within a team.
bool is_private_talk(const Game& game, const ItemType& type, Row row);

}  // namespace tickreel
