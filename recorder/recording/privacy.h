#pragma once
// What of a recording is private: one list for everything that leaves it out or replaces it.

#include "recorder/games/game.h"

namespace tickreel {

// Whether a field's text is personal data (names, clans, what people say): by its roles; texts of
// events without roles are, too. Names of maps and skins are not.
bool is_personal(const ItemType& type, const Field& field);

// Whether it is the name of a map or skin: not personal, unless it contains a name.
bool is_title(const Field& field);

// Whether an event is for some players only: whispers, and chat within a team.
bool is_private_talk(const Game& game, const ItemType& type, Row row);

}  // namespace tickreel
