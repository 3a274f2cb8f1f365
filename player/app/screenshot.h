#pragma once
// `tickreel-player screenshot`: the whole player as a PNG, drawn by the CPU; needs no display.

namespace tickreel {

// As main(): argv[0] is the command's name. Exit codes 0 ok, 1 failure, 2 usage,
// 3 the picture is there, but the recording lacks something.
int screenshot_main(int argc, char** argv);

}  // namespace tickreel
