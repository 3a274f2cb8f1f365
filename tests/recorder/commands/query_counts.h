#pragma once
// Runs the same query with `tickreel query` and `tickreel sql`: the counts must be equal.

#include <string>
#include <vector>

namespace tickreel_test {

struct SameCount {
    std::string query{};
    std::string table{};      // and joins
    std::string condition{};  // "" all rows
};

bool have_sql();
// Checks that both counts are equal and not zero.
void check_same_counts(const std::string& reel, const std::vector<SameCount>& questions);
// Queries for any Teeworlds recording.
std::vector<SameCount> about_tees();
// `kill and player "Ada"` and `kill.killer_name == "Ada"` find as many as SQL, for everyone who
// kills or is killed: also those who leave at that tick.
void check_kills_of_everyone(const std::string& reel);

}  // namespace tickreel_test
