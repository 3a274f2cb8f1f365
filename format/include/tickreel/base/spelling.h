#pragma once
// Compares names as people type them, ignoring case and underscores. Typos: did_you_mean.h.

#include <string>
#include <string_view>

namespace tickreel {

// Keeps ASCII letters and digits and non-ASCII bytes; lower case: "Sv_KillMsg" and "sv_kill_msg"
// become "svkillmsg".
std::string bare_spelling(std::string_view name);
bool same_spelling(std::string_view a, std::string_view b);

}  // namespace tickreel
