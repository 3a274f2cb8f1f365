#pragma once
// What a COPY ... TO 'x' of the user's writes. DuckDB leaves a part of it where the statement
// fails: at x, or in "tmp_x" beside it if x existed.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

class WrittenFile {
public:
    // Before the statement runs: notes what is there.
    explicit WrittenFile(std::string_view statement);
    // After it failed: removes what was not there. Returns what may hold a part nevertheless: a
    // folder that existed; else "".
    std::string remove_parts() const;

private:
    std::vector<std::filesystem::path> new_;
    std::string folder_;
};

}  // namespace tickreel
