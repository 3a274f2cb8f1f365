#pragma once
// Imports a .teehistorian as frames: a tee's place is an item `Tee`, everything else an event with
// its client's number. A tick of which the server wrote nothing is a frame with the tees of the
// tick before; of those without a tee most are left out, and nothing is lost there. Ticks are the
// server's; times are the header's start and 20 ms a tick.
//
// Left out: the arguments of console commands, chat commands, team chat and whispers, account
// names, saves and what anticheat modules wrote, as in a recording. Extras that nobody described
// are counted.

#include "recorder/games/game.h"

namespace tickreel::teeworlds {

// A cut or damaged rest is a problem; only a file that is no teehistorian is an error.
Result<void> import_teehistorian(const ByteSource& file, FrameSink& sink,
                                 const ProblemSink& problems, const Progress& progress);

}  // namespace tickreel::teeworlds
