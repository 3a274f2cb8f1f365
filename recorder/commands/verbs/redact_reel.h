#pragma once
// `redact` for one file, including its verification, for all commands that offer it. Prints errors
// like a command and returns the exit code. The output may be the input (with force): it is
// replaced if the verification succeeds, else left unchanged.

#include "recorder/commands/output/new_reel.h"

namespace tickreel {

int redact_reel(const CommandLine& line, const std::string& path, const OutputOptions& output,
                const ReelOptions& options = {});

}  // namespace tickreel
