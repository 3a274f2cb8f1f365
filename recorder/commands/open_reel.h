#pragma once
// Opens the recording a verb was given. "-" is standard input, read whole (at most 1 GiB).

#include <memory>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// nullptr: the reason is on stderr and the verb ends with kExitFailed.
std::unique_ptr<ReelReader> open_reel(const CommandLine& line, const std::string& path);

// Of several recordings those that can be opened, in their order; `paths` keeps the names of those.
// False in `all` when one was reported and left out. Empty when there is none.
std::vector<std::unique_ptr<ReelReader>> open_reels(const CommandLine& line,
                                                    std::vector<std::string>& paths, bool& all);

}  // namespace tickreel
