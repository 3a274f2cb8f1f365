#pragma once
// The whole of `redact` for one file, proof included, for the verbs that offer it. Reports like a
// verb does and returns the exit code. The output may be the input (with force): it is replaced
// when the proof holds, else left as it was.

#include "recorder/commands/output/new_reel.h"

namespace tickreel {

int redact_reel(const CommandLine& line, const std::string& path, const OutputOptions& output,
                const ReelOptions& options = {});

}  // namespace tickreel
