#pragma once
// Imports a .demo as frames, without loss: every tick marker is a frame (a tick without a delta
// repeats the snapshot), messages stay before or after the snapshot of their tick, header fields
// become properties, markers and the map are kept. A demo has no checksums and no arrival times:
// frames are Absent, and their time is the header's time stamp plus the ticks since the first.

#include "recorder/games/game.h"

namespace tickreel::teeworlds {

// Cut or damaged parts are a problem and a gap; only a file that is no demo is an error.
Result<void> import_demo(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                         const Progress& progress);

}  // namespace tickreel::teeworlds
