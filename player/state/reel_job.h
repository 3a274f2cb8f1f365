#pragma once
// One run of `tickreel` that writes a recording, as a background subprocess: recover, import.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "player/state/exit_codes.h"
#include "tickreel/base/subprocess.h"

namespace tickreel {

struct ReelJobResult {
    std::string output{};     // what it was to write
    ProgramResult program{};  // 0 all well, 3 written but something is lost
    bool written() const { return program.code == 0 || program.code == kDataLost; }
};

class ReelJob {
public:
    // Ends the one before. `words` stand behind "tickreel" and name the output.
    void start(std::vector<std::string> words, std::string output);
    void cancel() { job_.cancel(); }
    bool running() const { return job_.running(); }
    std::optional<ReelJobResult> take() { return job_.take(); }

private:
    Background<ReelJobResult> job_;
};

// The path itself, or with "-2", "-3" ... before its extension where that is taken.
std::string free_path(const std::filesystem::path& wanted);
// The last line that says something, for a notice.
std::string last_line(const std::string& said);

}  // namespace tickreel
