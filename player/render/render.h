#pragma once
// `tickreel-player render`: pictures and videos of a recording without a display.

namespace tickreel {

// argv[0] is skipped. Prints the path of the output. Returns the exit code: 0 done, 1 failed, 2
// wrong usage, 3 done, but snapshots that belong to the output are missing.
int render_main(int argc, char** argv);

}  // namespace tickreel
