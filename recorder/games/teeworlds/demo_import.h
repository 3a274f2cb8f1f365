#pragma once
// .demo to frames, lossless: every tick marker is a frame (a tick without a delta repeats the
// snapshot), messages stay before or behind the snapshot of their tick, the header becomes
// properties, the markers and the map come along. A demo carries no checksum and no arrival times:
// frames are Absent, their time is the header's time stamp plus the ticks since the first.

#include "recorder/games/game.h"

namespace tickreel::teeworlds {

// What is cut or broken is a problem and a gap; only a file that is no demo is an error.
Result<void> import_demo(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                         const Progress& progress);

}  // namespace tickreel::teeworlds
