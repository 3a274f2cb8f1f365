#pragma once
// tickreel merge --views: recordings of one match, beside each other in one match file.

#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"
#include "tickreel/reel/match_merge.h"

namespace tickreel {

// Returns the exit code.
int merge_as_views(const CommandLine& line, const std::vector<std::string>& paths,
                   const OutputOptions& output, ViewClocks clocks);

}  // namespace tickreel
