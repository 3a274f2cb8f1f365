#pragma once
// .nsr, the game's replay format: gzip (or already decompressed), "NSRD", an index "NSRI", a
// metadata block, then messages of the server with their times. Written from a description of the
// format; untested with real files, because none were available.

#include "recorder/games/game.h"

namespace tickreel::firefall {

bool is_nsr(ByteView head);  // gzip or "NSRD"

// A cut or damaged file is a problem; only a file that is no .nsr is an error.
Result<void> import_nsr(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                        const Progress& progress);

}  // namespace tickreel::firefall
