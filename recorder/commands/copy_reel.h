#pragma once
// Shared by the commands that write a recording from recordings: copies with a progress bar and
// reports what was copied.

#include <string>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/new_reel.h"
#include "recorder/commands/tally_sink.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Errors come from the reader or the writer.
Result<Tally> copy_reel(const CommandLine& line, const ProblemSink& problems,
                        const ReelReader& from, MomentRange range, FrameSink& into,
                        std::uint32_t first_segment = 0);

// "37102 snapshots, 339 events, 4 markers, 1 attachment"
std::string tally_text(const Tally& tally);

}  // namespace tickreel
