#pragma once
// A recording of players who run, each at another speed.

#include <string>
#include <vector>

namespace tickreel_test {

// Ticks 100 to 199 on one map; at each, the player whose id is `i` is at x = tick * speeds[i] and
// y = 1000 - x. Replaces what is there.
void write_runners(const std::string& path, const std::vector<int>& speeds);

}  // namespace tickreel_test
