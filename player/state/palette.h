#pragma once
// Finds actions by a few letters of their titles: letters in order; word starts and consecutive
// letters score higher.

#include <string_view>
#include <vector>

#include "player/state/actions.h"

namespace tickreel {

// Higher is better; below 0: the letters are not there in order. Case does not matter.
int match_score(std::string_view title, std::string_view letters);
// The actions that match, best first; all of them for "". Those that have nothing to act on are
// left out.
std::vector<const Action*> find_actions(const ActionRegistry& actions, std::string_view letters,
                                        bool recording_open);

}  // namespace tickreel
