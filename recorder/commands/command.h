#pragma once
// A command of `tickreel`: one .cpp that defines one Command, and one line in commands.cpp. `run`
// declares its options on the command line, parses, works and returns an exit code:
//   const Command info_command{"info", "what a recording is", "...two examples...", run_info};

#include <span>
#include <string_view>

namespace tickreel {

class CommandLine;  // command_line.h

// Exit codes of every command.
inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;    // one line on stderr gives the reason
inline constexpr int kExitUsage = 2;     // invalid arguments
inline constexpr int kExitDataLost = 3;  // finished, but something is lost or damaged

struct Command {
    std::string_view name{};      // "info"
    std::string_view about{};     // one line for the list of commands
    std::string_view examples{};  // two worked examples, the end of --help
    int (*run)(CommandLine& line) = nullptr;
};

std::span<const Command* const> all_commands();
const Command* find_command(std::string_view name);  // nullptr if there is none

}  // namespace tickreel
