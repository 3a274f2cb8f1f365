#pragma once
// Copies that lack some of what a recording has, and still have its gaps: most are concluded from
// all snapshots and from what the server answered, and from a part alone one would conclude others.

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Like copy_frames(), with every gap that the recording has in the range written down, and the
// property that says so (kLongSteps in statistics.h). Reads an unfinished or damaged recording
// once more.
Result<void> copy_with_known_gaps(const ReelReader& from, MomentRange range,
                                  const ProblemSink& problems, FrameSink& into,
                                  std::uint32_t first_segment = 0,
                                  const std::function<bool()>& stopped = {});

}  // namespace tickreel
