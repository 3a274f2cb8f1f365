#pragma once
// What the player says of a match file, compared with its cuts and with `tickreel sql`.

#include <string>
#include <vector>

namespace tickreel_test {

// How many of each were compared, so that a test can ask for enough.
struct Compared {
    std::size_t frames = 0;
    std::size_t ghosts = 0;
    std::size_t sights = 0;
};
// Recordings of each view and, last, of their union, in that folder; named as import_file() names
// them.
std::vector<std::string> cut_views(const std::string& match, const std::string& folder);
// Each `step`-th snapshot of each of the cuts. Fails the test where they differ.
Compared compare_sights(const std::string& match, const std::vector<std::string>& cuts,
                        std::size_t step);

}  // namespace tickreel_test
