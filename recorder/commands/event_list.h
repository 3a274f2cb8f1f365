#pragma once
// `tickreel list FILE events`: chat, kills and whatever else the recording names.

#include <string>

#include "format/reel/reel_reader.h"
#include "recorder/commands/command_line.h"

namespace tickreel {

// Returns the exit code. `ticks` as typed, "" = all.
int list_events(const CommandLine& line, const std::string& path, const ReelReader& reel,
                const std::string& ticks);

}  // namespace tickreel
