// tickreel-player [FILE[@PLACE]] | render ... | screenshot ...
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>

#include "player/app/query_main.h"
#include "player/app/screenshot.h"
#include "player/app/window.h"
#include "player/draw/font_chain.h"
#include "player/render/render.h"

namespace {

using namespace tickreel;

struct Arguments {
    std::string file{};
    bool verbose = false;
    bool builtin = false;
    std::string map{};
    std::vector<std::string> data{};
    std::string size = "1280x800";
    float scale = 0;
};

// FILE@PLACE, unless a file has that whole name.
void split_place(std::string& file, std::string& place) {
    std::error_code ignored;
    const std::size_t at = file.rfind('@');
    if (at == std::string::npos || std::filesystem::exists(file, ignored)) {
        return;
    }
    place = file.substr(at + 1);
    file.resize(at);
}

// Pictures come and go in pieces of megabytes, in several threads: what is freed is to leave the
// process at once. glibc would otherwise learn to keep such pieces.
void give_memory_back() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_ARENA_MAX, 2);
#endif
}

int show(Arguments arguments) {
    int width = 1280;
    int height = 800;
    if (std::sscanf(arguments.size.c_str(), "%dx%d", &width, &height) != 2 || width < 1 ||
        height < 1) {
        std::cerr << "Error: --size wants WIDTHxHEIGHT, for example 1280x800\n";
        return 2;
    }
    Result<std::unique_ptr<Window>> window = Window::open(width, height);
    if (!window) {
        std::cerr << "Error: " << window.error().message << '\n';
        return 1;
    }
    PlayerAppOptions options;
    options.scale = arguments.scale;
    options.recents_file = Recents::usual_file();
    options.settings_file = usual_settings_file();
    options.session_file = usual_session_file();
    options.fonts = system_font_files();
    options.art.installed = !arguments.builtin;
    options.art.map_file = arguments.map;
    options.art.data = arguments.data;
    PlayerApp app(options);
    if (!arguments.file.empty()) {
        std::string place;
        split_place(arguments.file, place);
        app.open(arguments.file, place);
    } else {
        app.open_last();
    }
    (*window)->run(app, [&] {
        if (arguments.verbose) {
            std::cerr << "ready, drawing with " << (*window)->driver() << std::endl;
        }
    });
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    give_memory_back();
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "render") {
        return render_main(argc - 1, argv + 1);
    }
    if (first == "query") {
        return query_main(argc - 1, argv + 1);
    }
    if (first == "screenshot") {
        return screenshot_main(argc - 1, argv + 1);
    }
    Arguments arguments;
    CLI::App command(
        "Shows recordings of games: the world at any tick, every item and field, and how far each "
        "snapshot can be trusted.\n\nAlso, without a display: tickreel-player render ... and "
        "screenshot ..., pictures; tickreel-player query ..., the ticks where an expression over "
        "fields holds.",
        "tickreel-player");
    command.set_version_flag("--version", std::string("tickreel-player ") + TICKREEL_VERSION);
    command.add_option("FILE", arguments.file,
                       "A .reel, or FILE@TICK to start at a tick, time or percentage");
    command.add_option("--map", arguments.map, "The map file, where the recording has none");
    command.add_option("--data", arguments.data,
                       "A folder with the game's pictures and maps, searched first; for good: "
                       "\"data\" in ~/.config/tickreel/player.json");
    command.add_option("--size", arguments.size, "Of the window, WIDTHxHEIGHT")
        ->capture_default_str();
    command
        .add_option("--scale", arguments.scale, "How large text and panels are; else as the screen")
        ->check(CLI::Range(0.5, 4.0));
    command.add_flag("--builtin", arguments.builtin, "Do not use the installed game's pictures");
    command.add_flag("-v,--verbose", arguments.verbose, "Say when the first frame is shown");
    command.footer(
        "Examples:\n"
        "  tickreel-player match.reel\n"
        "  tickreel-player match.reel@1:02.5");
    try {
        command.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return command.exit(error) == 0 ? 0 : 2;
    }
    return show(arguments);
}
