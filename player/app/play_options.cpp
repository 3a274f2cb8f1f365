#include "player/app/play_options.h"

#include <cstdio>
#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>

#include "player/state/arguments.h"
#include "player/state/connections.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

namespace {

constexpr const char* kAbout =
    "Shows recordings of games: the world at any tick, every item and field, and how far each "
    "snapshot can be trusted.\n\nAlso, without a display: tickreel-player render ... and "
    "screenshot ..., pictures.";
constexpr const char* kExamples =
    "Examples:\n"
    "  tickreel-player match.reel\n"
    "  tickreel-player match.reel@1:02.5";

}  // namespace

void split_place(std::string& file, std::string& place) {
    std::error_code ignored;
    const std::size_t at = file.rfind('@');
    if (at == std::string::npos || std::filesystem::exists(file, ignored)) return;
    place = file.substr(at + 1);
    file.resize(at);
}

std::optional<PlayOptions> read_play_options(int argc, char** argv, int& exit_code) {
    constexpr int kUsage = 2;
    PlayOptions options;
    std::string size = "1280x800";
    bool builtin = false;
    CLI::App command(kAbout, "tickreel-player");
    command.set_version_flag("--version", std::string("tickreel-player ") + TICKREEL_VERSION);
    command.add_option("FILE", options.file,
                       "A .reel, .demo, .pcap, .pcapng, .faucap, .nsr or .teehistorian; FILE@TICK "
                       "starts at a tick, time or "
                       "percentage");
    command
        .add_option("--view", options.view,
                    "Of a match file: a view's number or name, or the recorded player's; union: "
                    "what any of them saw")
        ->option_text("NAME|N");
    command.add_option("--map", options.art.map_file, "The map file, where the recording has none");
    command.add_option("--data", options.art.data,
                       "A folder with the game's pictures and maps, searched first; for good: "
                       "\"data\" in ~/.config/tickreel/player.json");
    command.add_option("--size", size, "Of the window, WIDTHxHEIGHT")->capture_default_str();
    command
        .add_option("--scale", options.scale, "How large text and panels are; else as the screen")
        ->check(CLI::Range(0.5, 4.0))
        ->check(check_finite);
    command.add_flag("--builtin", builtin, "Do not use the installed game's pictures");
    command.add_flag("-v,--verbose", options.verbose, "Say when the first frame is shown");
    command.footer(kExamples);
    if (const auto code = read_arguments(command, argc, argv)) {
        exit_code = *code;
        return {};
    }
    if (std::sscanf(size.c_str(), "%dx%d", &options.width, &options.height) != 2 ||
        options.width < 1 || options.height < 1) {
        std::cerr << "Error: --size needs WIDTHxHEIGHT, for example 1280x800\n";
        exit_code = kUsage;
        return {};
    }
    options.art.installed = !builtin;
    split_place(options.file, options.place);
    if (options.view.empty()) return options;
    if (is_importable(options.file) || is_one_recording(options.file)) {
        std::cerr << "tickreel play: --view is for match files (tickreel merge --views, record "
                     "--match)\n";
        exit_code = kUsage;
        return {};
    }
    // Before a window opens.
    if (const auto number = view_number(options.file, options.view); !number) {
        std::cerr << "tickreel play: " << options.file << ": " << number.error().message << '\n';
        exit_code = 1;
        return {};
    }
    return options;
}

}  // namespace tickreel
