#pragma once
// `tickreel list FILE events`: chat, kills and all other events of the recording.

#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/value_style.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct EventChoice {
    std::string ticks{};               // as typed, "": all
    std::vector<std::string> types{};  // empty: all
    ValueStyle style{};
};

// Returns the exit code.
int list_events(const CommandLine& line, const std::string& path, const ReelReader& reel,
                const EventChoice& choice);

}  // namespace tickreel
