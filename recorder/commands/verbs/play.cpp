// tickreel play: hands over to the desktop player.

#include <CLI/CLI.hpp>

#include "recorder/commands/command_line.h"
#include "recorder/commands/player_program.h"

namespace tickreel {

namespace {

int run_play(CommandLine& line) {
    std::string path;
    std::vector<std::string> rest;
    line.app().add_option("FILE", path,
                          "a .reel, or anything that import takes; FILE@TICK opens it there");
    line.app().allow_extras();
    line.app().footer("All options: tickreel-player --help\n\n" + line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    std::vector<std::string> arguments;
    if (!path.empty()) arguments.push_back(path);
    for (std::string& argument : line.app().remaining()) arguments.push_back(std::move(argument));
    return run_player(line, arguments);
}

}  // namespace

extern const Command play_command;
const Command play_command{"play", "open a recording in the desktop player",
                           "  tickreel play match.reel\n"
                           "  tickreel play match.reel@2501042",
                           run_play};

}  // namespace tickreel
