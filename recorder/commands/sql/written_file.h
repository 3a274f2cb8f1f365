#pragma once
// What a COPY ... TO 'x' of the user's writes. DuckDB leaves a part of it where the statement
// fails: at x, or in "tmp_x" beside it if x existed.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

// Why a statement that could replace one of the inputs must not run; else "". Before it is run,
// because DuckDB has replaced the file when it says anything.
std::string refused_target(std::string_view statement, const std::vector<std::string>& inputs);

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
