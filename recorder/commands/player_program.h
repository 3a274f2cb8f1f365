#pragma once
// Becomes tickreel-player, which lies next to this program or on the PATH.

#include <string>
#include <vector>

#include "recorder/commands/command_line.h"

namespace tickreel {

// Returns only when there is no player: the exit code.
int run_player(const CommandLine& line, const std::vector<std::string>& arguments);

}  // namespace tickreel
