// tickreel version: what was built, and which games it knows.

#include <fmt/core.h>

#include "recorder/commands/command.h"
#include "recorder/commands/command_line.h"
#include "recorder/games/game.h"

namespace tickreel {

namespace {

int run_version(CommandLine& line) {
    if (const auto code = line.parse()) return *code;
    fmt::print("tickreel {}\n", TICKREEL_VERSION);
    for (const Game* game : all_games()) fmt::print("{:<12} {}\n", game->id, game->title);
    return kExitDone;
}

}  // namespace

extern const Command version_command;
const Command version_command{"version", "print the version and the supported games",
                              "  tickreel version\n"
                              "  tickreel --version",
                              run_version};

}  // namespace tickreel
