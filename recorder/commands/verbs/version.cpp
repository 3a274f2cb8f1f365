// tickreel version: what was built, and what it decodes.

#include <fmt/core.h>

#include "recorder/commands/command.h"
#include "recorder/commands/command_line.h"
#include "recorder/games/game.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// " .demo .teehistorian"
template <class Formats>
std::string endings(const Formats& formats) {
    std::string text;
    for (const auto& format : formats) text += concat(" .", format.extension);
    return text;
}

int run_version(CommandLine& line) {
    if (const auto code = line.parse()) return *code;
    fmt::print("tickreel {}\n", TICKREEL_VERSION);
    for (const Game* game : all_games())
        fmt::print("{:<12} {}: datagrams{}{}{}{}\n", game->id, game->title,
                   endings(game->importers), endings(game->datagram_files),
                   game->exporters.empty() ? "" : "; writes", endings(game->exporters));
    return kExitDone;
}

}  // namespace

extern const Command version_command;
const Command version_command{"version",
                              "print the version, and the games and files that it decodes",
                              "  tickreel version\n"
                              "  tickreel --version",
                              run_version};

}  // namespace tickreel
