#pragma once
// tickreel info of a match file: its views.

#include <string>

#include "recorder/commands/command_line.h"

namespace tickreel {

// Prints; returns the exit code.
int show_match(const CommandLine& line, const std::string& path);

}  // namespace tickreel
