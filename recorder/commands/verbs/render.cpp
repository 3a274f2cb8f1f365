// tickreel render: pictures and films of a recording, made by the player without a display.

#include <CLI/CLI.hpp>

#include "recorder/commands/command_line.h"
#include "recorder/commands/player_program.h"

namespace tickreel {

namespace {

int run_render(CommandLine& line) {
    // The player owns these options; what is not named here is passed on as it is.
    line.app().allow_extras();
    line.app().footer(
        "FILE --tick N -o OUT.png draws one tick, FILE --ticks A..B -o OUT.mp4 a film.\n"
        "All options: tickreel-player render --help\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    std::vector<std::string> arguments = line.app().remaining();
    if (arguments.empty()) return line.misused("FILE is required");
    arguments.insert(arguments.begin(), "render");
    if (line.common().quiet) arguments.emplace_back("--quiet");
    return run_player(line, arguments);
}

}  // namespace

extern const Command render_command;
const Command render_command{"render",
                             "render a tick as a picture or a range as a video; needs no display",
                             "  tickreel render match.reel --tick 2501042 -o tick.png\n"
                             "  tickreel render match.reel --ticks 1:00..1:10 -o clip.mp4",
                             run_render};

}  // namespace tickreel
