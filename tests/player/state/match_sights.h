#pragma once
// What the player says of a match file, compared with its cuts and with `tickreel sql`.

#include <string>

namespace tickreel_test {

// How many of each were compared, so that a test can ask for enough.
struct Compared {
    std::size_t frames = 0;
    std::size_t ghosts = 0;
    std::size_t sights = 0;
};
// Each `step`-th snapshot of each view, in a folder for the cuts. Fails the test where they differ.
Compared compare_sights(const std::string& match, const std::string& folder, std::size_t step);

}  // namespace tickreel_test
