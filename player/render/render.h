#pragma once
// `tickreel-player render`: pictures and videos of a recording without a display.

namespace tickreel {

// argv[0] is skipped. Prints the path of the output. Returns the exit code: 0 done, 1 failed, 2
// wrong usage.
int render_main(int argc, char** argv);

}  // namespace tickreel
