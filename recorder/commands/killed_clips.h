#pragma once
// What flight recorders (record --keep-last) that were killed left beside the recordings.

#include "recorder/commands/command_line.h"
#include "recorder/commands/record_files.h"
#include "recorder/recording/reel_files.h"

namespace tickreel {

// A clip of each of their clients. Whether all they left is in clips; what is not stays there, and
// is said.
bool save_kept(const CommandLine& line, RecordFiles& files, const RecordingOptions& options);

}  // namespace tickreel
