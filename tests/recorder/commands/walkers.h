#pragma once
// A small match file of three views, a, b and c, of three walkers, ticks 100 to 189.

#include "tests/recorder/commands/run_tickreel.h"

namespace tickreel_test {

// What view `number` (0 to 2) has. At each fifth tick one view has another x.
bool has_snapshot(int number, int tick);
bool is_sent(int number, int tick, int id);
int x_sent(int number, int tick, int id);
// Then walker tick % 3 kills the next one. Each view is of the walker with its number.
bool is_kill(int tick);

// match.reel, and the recordings that it is made of: a.reel, b.reel, c.reel.
void write_walkers(const Folder& folder);

}  // namespace tickreel_test
