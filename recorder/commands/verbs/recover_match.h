#pragma once
// tickreel recover of a match file: a match file with all that can be read of each view.

#include <string>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"

namespace tickreel {

// Returns the exit code.
int recover_match(const CommandLine& line, const std::string& path, const OutputOptions& output);

}  // namespace tickreel
