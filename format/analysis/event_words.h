#pragma once
// Names of messages and fields as words. What these names have in common in the games' own
// protocols is known here and nowhere else; a name of another game is taken as it is.

#include <string>
#include <string_view>

#include "tickreel/model/schema.h"

namespace tickreel {

// "Sv_KillMsg" -> "Kill", "Cl_Kill" -> "Kill request", "Character_TookHit" -> "Took hit",
// "MAP_CHANGE" -> "Map change",
// "Character_ReloadWeapon_Command" -> "Reload weapon request".
std::string event_words(std::string_view type_name);
// "DamageData.DamageValue" -> "damage value", "what_face" -> "what face".
std::string field_words(std::string_view field_name);
// Whether a field is about the message, not about what happened: "Unk3", "HaveTarget", "View",
// "map_crc32".
bool names_packing(const Field& field);

}  // namespace tickreel
