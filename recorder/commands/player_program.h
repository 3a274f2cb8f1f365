#pragma once
// Executes tickreel-player, from this program's folder or from PATH.

#include <string>
#include <vector>

#include "recorder/commands/command_line.h"

namespace tickreel {

// Returns only if there is no player: the exit code.
int run_player(const CommandLine& line, const std::vector<std::string>& arguments);

}  // namespace tickreel
