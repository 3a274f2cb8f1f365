#pragma once
// Shared by the commands that write a recording from recordings: copies with a progress bar and
// reports what was copied.

#include <functional>
#include <string>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/new_reel.h"
#include "recorder/commands/tally_sink.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Which gaps the copy gets: those that the recording names, or with them those that are concluded
// from all of it; for a copy from which they would be concluded otherwise.
enum class CopiedGaps { Named, Known };

// Errors come from the reader or the writer.
Result<Tally> copy_reel(const CommandLine& line, const ProblemSink& problems,
                        const ReelReader& from, MomentRange range, FrameSink& into,
                        std::uint32_t first_segment = 0, CopiedGaps gaps = CopiedGaps::Named);

// Shows every readable frame until `take` says no; a signal is an error that says so.
Result<void> scan_until(const StopSignals& stop, const ReelReader& reel,
                        const std::function<bool(const Frame&)>& take);

// "37102 snapshots, 339 events, 4 markers, 1 attachment"; of a damaged recording perhaps also
// "; its times are others: 1:00.00 is 0:50.00 in it"
std::string tally_text(const Tally& tally);

}  // namespace tickreel
