#pragma once
// Asks a recording the same by `tickreel query` and by `tickreel sql`: the counts must be equal.

#include <string>
#include <vector>

namespace tickreel_test {

struct SameCount {
    std::string query{};
    std::string table{};      // and joins
    std::string condition{};  // "" all rows
};

bool have_sql();
// Checks that both find as many, and some.
void check_same_counts(const std::string& reel, const std::vector<SameCount>& questions);
// Questions for any Teeworlds recording.
std::vector<SameCount> about_tees();

}  // namespace tickreel_test
