#include "player/render/render_options.h"

#include <cmath>
#include <cstdio>
#include <iostream>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "player/state/arguments.h"
#include "player/state/imported_file.h"
#include "player/state/output_name.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

namespace {

constexpr const char* kExamples =
    "examples:\n"
    "  tickreel render match.reel --tick 1:02.5 -o kill.png --follow nameless --hud\n"
    "  tickreel render match.reel --ticks 1:00..1:20 -o clip.mp4 --fit --size 1920x1080\n";

bool read_size(const std::string& text, RenderOptions& options) {
    int end = 0;
    const bool read =
        std::sscanf(text.c_str(), "%5dx%5d%n", &options.width, &options.height, &end) == 2;
    constexpr int kLeast = 16;
    constexpr int kMost = 8192;
    return read && static_cast<std::size_t>(end) == text.size() && options.width >= kLeast &&
           options.width <= kMost && options.height >= kLeast && options.height <= kMost;
}

bool read_centre(const std::string& text, RenderOptions& options) {
    Vec2 centre;
    int end = 0;
    const bool read = std::sscanf(text.c_str(), "%f,%f%n", &centre.x, &centre.y, &end) == 2;
    options.centre = centre;
    return read && static_cast<std::size_t>(end) == text.size() && std::isfinite(centre.x) &&
           std::isfinite(centre.y);
}

// What the pictures show and how.
void describe_look(CLI::App& app, RenderOptions& options, bool& no_names, bool& no_gap_sign) {
    app.add_option("--map", options.map, "map file, instead of the recorded or installed one");
    app.add_option("--art", options.art, "pictures of the installed game, or the built-in look")
        ->transform(one_of({"auto", "game", "builtin"}));
    app.add_option("--data", options.data, "folder with the game's data, searched first");
    app.add_option("--font", options.font, "fonts of the system, or the built-in pixel font")
        ->transform(one_of({"auto", "builtin"}));
    app.add_flag(
        "--no-names", no_names,
        "without the names of players; where a tile has less than 7 pixels they are left out "
        "anyway: --zoom, --follow or a larger --size shows them");
    app.add_flag("--hud", options.hud,
                 "what --game-hud draws, and a strip with time, tick, wire checksum and map");
    app.add_flag(
        "--game-hud", options.game_hud,
        "kills, chat, time, team scores, flags, spectators; of the followed player hearts, "
        "armour, ammunition, and what --inputs draws");
    app.add_flag("--no-gap-sign", no_gap_sign,
                 "without the sign where snapshots are missing and the picture is older");
    app.add_flag("--inputs", options.inputs,
                 "keys and aim of the followed player if they are recorded; of the recorded one if "
                 "nobody is followed");
    app.add_flag("--entities", options.entities, "what the tiles do instead of how they look");
    app.add_flag("--hitboxes", options.hitboxes, "sizes and aims as the server sees them");
    app.add_flag("--ids", options.ids, "entity numbers");
    app.add_flag("--trails", options.trails, "where things were in the last second");
    app.add_flag("--ghosts", options.ghosts,
                 "of a match file: what the view was not sent and others were, pale and ringed");
    app.add_flag("--fog", options.fog,
                 "of a match file: dim what lies outside of the area that the view is sent");
    app.add_flag("--raw", options.raw, "positions as sent, nothing between snapshots");
}

void describe(CLI::App& app, RenderOptions& options, std::string& size, std::string& centre,
              bool& no_names, bool& no_gap_sign) {
    app.add_option("file", options.file, "the recording")->required();
    app.add_option("--tick", options.tick, "one picture: a tick, 1:02.34 or 50%");
    app.add_option("--ticks", options.ticks, "a video or a series: A..B, the end not included");
    app.add_option("-o,--output", options.out,
                   "OUT.png, OUT.mp4, OUT.mkv, OUT.gif, OUT.webm or a series like frame%05d.png")
        ->required();
    app.add_option("--connection", options.connection,
                   "of a capture: the N-th connection; of a match file: the N-th view")
        ->check(CLI::Range(1U, 16384U))
        ->option_text("N");
    app.add_option("--view", options.view,
                   "of a match file: a view's number or name, or the recorded player's; union: "
                   "what any of them saw")
        ->option_text("NAME|N")
        ->excludes("--connection");
    app.add_option("--size", size, "width x height in pixels")->default_str("1280x720");
    app.add_option("--follow", options.follow, "keep this player (name or number) in the middle");
    app.add_option("--zoom", options.zoom, "1 = as the game shows it (or all, with --fit)")
        ->check(CLI::Range(0.01, 100.0))
        ->check(check_finite);
    app.add_option("--center", centre, "world position in the middle: x,y");
    app.add_flag("--fit", options.fit, "the whole map, or everything that has a place (default)");
    describe_look(app, options, no_names, no_gap_sign);
    app.add_option("--beside", options.beside,
                   "of a match file: this view too, in the right half, with the same camera")
        ->option_text("NAME|N");
    app.add_option("--fps", options.fps, "pictures a second of a video")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 240.0))
        ->check(check_finite);
    app.add_option("--speed", options.speed, "of a video; 0.25 = slow motion")
        ->capture_default_str()
        ->check(CLI::Range(0.01, 100.0))
        ->check(check_finite);
    app.add_flag("-f,--force", options.force, "replace an existing file");
    app.add_flag("-q,--quiet", options.quiet, "errors only");
    app.footer(kExamples);
}

// `paced`: --fps or --speed was given.
std::string wrong_combination(const RenderOptions& options, bool paced) {
    if (options.tick.empty() == options.ticks.empty()) return "give either --tick or --ticks";
    if (!options.tick.empty() && paced)
        return "--tick draws one picture; --fps and --speed are for films, of --ticks A..B";
    const auto readable =
        options.ticks.empty() ? check_place(options.tick) : check_range(options.ticks);
    if (!readable) return readable.error().message;
    if (options.file == "-")
        return "standard input cannot be rendered; save it, 'cat > match.reel', and name that file";
    if (!options.follow.empty() && (options.centre || options.fit))
        return "--follow does not go together with --center or --fit";
    if (options.connection != 0 && is_one_recording(options.file))
        return "--connection is for captures and match files";
    if (options.of_match() && (is_importable(options.file) || is_one_recording(options.file)))
        return std::string(options.ghosts         ? "--ghosts"
                           : options.fog          ? "--fog"
                           : options.view.empty() ? "--beside"
                                                  : "--view") +
               " is for match files (tickreel merge --views, record --match)";
    // GIF delays are whole hundredths of a second, and players show one of 1 as 10.
    constexpr double kMostOfGif = 50;
    if (ascii_lower(options.out).ends_with(".gif") && options.fps > kMostOfGif)
        return concat("--fps ", options.fps,
                      ": a GIF has at most 50 pictures a second; use --fps 50, or -o OUT.mp4");
    if (options.out == "-" && ::isatty(STDOUT_FILENO) == 1)
        return "a terminal shows no picture; name a file or use a pipe";
    return wrong_output_name(options.out, options.file, !options.ticks.empty());
}

// As in the other verbs: a script whose variable is empty asked for nothing. "": there is none.
std::string empty_option(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        for (const std::string& value : option->results())
            if (value.empty()) return concat(option->get_name(), " is empty");
    return {};
}

}  // namespace

std::optional<RenderOptions> read_render_options(int argc, char** argv, int& exit_code) {
    RenderOptions options;
    CLI::App app("Pictures and videos of a recording; needs no display", "tickreel render");
    std::string size = "1280x720";
    std::string centre;
    bool no_names = false;
    bool no_gap_sign = false;
    describe(app, options, size, centre, no_names, no_gap_sign);
    constexpr int kUsage = 2;
    exit_code = 0;
    if (const auto code = read_arguments(app, argc, argv)) {
        exit_code = *code;
        return {};
    }
    options.names = !no_names;
    options.gap_sign = !no_gap_sign;
    std::string wrong = empty_option(app);
    if (wrong.empty() && !read_size(size, options))
        wrong = "--size " + size + " is not a size like 1280x720 (16 to 8192 each way)";
    if (wrong.empty() && !centre.empty() && !read_centre(centre, options))
        wrong = "--center " + centre + " is not a position like 1600,800";
    if (wrong.empty())
        wrong = wrong_combination(
            options, app.get_option("--fps")->count() + app.get_option("--speed")->count() > 0);
    if (!wrong.empty()) {
        std::cerr << "tickreel render: " << wrong << "; see tickreel render --help\n";
        exit_code = kUsage;
        return {};
    }
    return options;
}

}  // namespace tickreel
