#pragma once
// Runs one of Tickreel's programs as a subprocess: the player starts `tickreel` for exports and
// imports.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/background.h"

namespace tickreel {

struct ProgramResult {
    int code = -1;         // exit code; -1: it could not be started
    std::string output{};  // the end of its output
};
// Lowest: what nobody waits for. It is also the first that the system ends where memory runs out.
enum class Priority { Same, Lowest };

// Runs a program from this program's folder (else from PATH) until it ends or `control` stops it:
// by SIGTERM, after 10 s by SIGKILL; 1 s later it is given up.
// `on_output` receives its output as it arrives, in pieces of any size; `on_start` its process id.
ProgramResult run_subprocess(const std::string& program, const std::vector<std::string>& words,
                             const WorkControl& control,
                             const std::function<void(std::string_view)>& on_output = {},
                             Priority priority = Priority::Same,
                             const std::function<void(int)>& on_start = {});

}  // namespace tickreel
