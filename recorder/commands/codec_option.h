#pragma once
// --codec: how the frames of a chunk become bytes. The same for every verb that lets one choose.

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

// Sets ReelOptions::codec; left alone it is the default.
void add_codec_option(CommandLine& line, ReelOptions& options);

}  // namespace tickreel
