#pragma once
// .nsr, the game's own replays: gzip (or inflated already), "NSRD", an index "NSRI", a block about
// the recording, then messages of the server with their time. Written from a description of the
// format; no real file was at hand, so nothing of this was tried on one.

#include "recorder/games/game.h"

namespace tickreel::firefall {

bool is_nsr(ByteView head);  // gzip or "NSRD"

// What is cut or broken is a problem; only a file that is no .nsr is an error.
Result<void> import_nsr(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                        const Progress& progress);

}  // namespace tickreel::firefall
