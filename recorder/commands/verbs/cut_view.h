#pragma once
// tickreel cut --view: one view of a match file, as the recording that it was made from.

#include <string>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

// `view`: its name, its number from 1, "union" for what all of them saw, or "all": every view and
// the union, as OUT-1.reel, OUT-2.reel ... Returns the exit code.
int cut_view(const CommandLine& line, const std::string& path, const std::string& view,
             GapsOfView gaps, const OutputOptions& output);

}  // namespace tickreel
