#pragma once
// Names as people type them: case and underscores do not matter. See did_you_mean.h for slips.

#include <string>
#include <string_view>

namespace tickreel {

// Only ASCII letters and digits and what lies beyond ASCII, letters in lower case:
// "Sv_KillMsg" and "sv_kill_msg" are "svkillmsg".
std::string bare_spelling(std::string_view name);
bool same_spelling(std::string_view a, std::string_view b);

}  // namespace tickreel
