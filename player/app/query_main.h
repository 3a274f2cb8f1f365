#pragma once
// `tickreel-player query`: the ticks where an expression over fields holds, as lines. Needs no
// display.

namespace tickreel {

// As main(): argv[0] is the command's name. Exit codes 0 ok (also without a hit), 1 failure, 2
// usage.
int query_main(int argc, char** argv);

}  // namespace tickreel
