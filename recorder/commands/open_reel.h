#pragma once
// Opens the recording a verb was given. "-" is standard input, read whole (at most 1 GiB).

#include <memory>
#include <string>

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// nullptr: the reason is on stderr and the verb ends with kExitFailed.
std::unique_ptr<ReelReader> open_reel(const CommandLine& line, const std::string& path);

}  // namespace tickreel
