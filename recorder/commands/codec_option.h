#pragma once
// --codec: the encoding of a chunk's frames. The same for every command that offers it.

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

// Sets ReelOptions::codec; unchanged it is the default.
void add_codec_option(CommandLine& line, ReelOptions& options);

}  // namespace tickreel
