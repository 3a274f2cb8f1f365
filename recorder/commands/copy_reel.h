#pragma once
// The common body of the verbs that write a reel out of reels: copies with a progress bar and says
// what came over.

#include <string>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/new_reel.h"
#include "recorder/commands/tally_sink.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// An error is the reader's or the writer's.
Result<Tally> copy_reel(const CommandLine& line, const ProblemSink& problems,
                        const ReelReader& from, MomentRange range, FrameSink& into,
                        std::uint32_t first_segment = 0);

// "37102 snapshots, 339 events, 4 markers, 1 attachment"
std::string tally_text(const Tally& tally);

}  // namespace tickreel
