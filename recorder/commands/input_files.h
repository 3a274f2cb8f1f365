#pragma once
// The input files of a command that takes several.

#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "tickreel/base/expand_paths.h"

namespace tickreel {

// Like expand_paths, but every file once, by whichever of its names came first: a folder and a file
// in it, or two links to one file, would be counted twice. Says so in one line. Pipes and "-" stay.
std::vector<std::string> input_files(const CommandLine& line, const std::vector<std::string>& paths,
                                     const std::vector<std::string>& extensions = {".reel"});

}  // namespace tickreel
