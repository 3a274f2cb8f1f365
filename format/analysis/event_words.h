#pragma once
// Names of messages and fields as words.

#include <string>
#include <string_view>

namespace tickreel {

// "Sv_KillMsg" -> "Kill", "Cl_Kill" -> "Kill request", "Character_TookHit" -> "Took hit",
// "Character_ReloadWeapon_Command" -> "Reload weapon request".
std::string event_words(std::string_view type_name);
// "DamageData.DamageValue" -> "damage value", "what_face" -> "what face".
std::string field_words(std::string_view field_name);

}  // namespace tickreel
