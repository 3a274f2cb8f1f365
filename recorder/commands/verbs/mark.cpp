// tickreel mark: markers after the fact, appended to the recording itself.

#include "tickreel/reel/mark.h"

#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"

namespace tickreel {

namespace {

struct MarkOptions {
    std::string path{};
    std::string tick{};
    std::optional<std::string> text{};
    std::string color{};
    std::string edit{};
    std::string erase{};
};

// "ffcc33" or "#ffcc33"; "" when it is one. Nothing that mark prints is coloured, so what --color
// means elsewhere is taken and has no effect.
std::string check_color(std::string& text) {
    if (text == "auto" || text == "always" || text == "never") {
        text.clear();
        return {};
    }
    if (text.starts_with('#')) text.erase(0, 1);
    if (text.size() == 6 && text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos)
        return {};
    return "a colour is six hexadecimal digits, RRGGBB";
}

// Fills in what was typed. False when a message was printed.
bool apply(const CommandLine& line, const MarkOptions& options, const ReelReader& reel,
           Marker& marker) {
    if (!options.tick.empty()) {
        const Result<Place> place = parse_place(line, options.path, reel.timeline(), options.tick);
        if (!place) {
            line.failed(options.path, place.error().message);
            return false;
        }
        if (!place->outside.empty()) {
            line.failed(options.path, place->outside);
            return false;
        }
        marker.moment = place->moment;
    }
    if (options.text) marker.text = *options.text;
    if (!options.color.empty())
        marker.color = static_cast<std::uint32_t>(std::stoul(options.color, nullptr, 16));
    return true;
}

void tell(const CommandLine& line, std::string_view what, const ReelReader& reel,
          const Marker& marker) {
    if (line.common().quiet) return;
    fmt::print(stderr, "{} tick {} ({}): {}\n", what, moment_text(reel.timeline(), marker.moment),
               Timeline::format_time(reel.timeline().seconds(marker.moment)),
               printable(marker.text));
}

int add(const CommandLine& line, const MarkOptions& options, const ReelReader& reel) {
    Marker marker;
    if (!apply(line, options, reel, marker)) return kExitFailed;
    if (const auto added = add_marker(options.path, marker); !added)
        return line.failed(options.path, added.error().message);
    tell(line, "Marked", reel, marker);
    return kExitDone;
}

int change(const CommandLine& line, const MarkOptions& options, const ReelReader& reel) {
    const bool erase = !options.erase.empty();
    const Result<std::size_t> index = find_marker(reel, erase ? options.erase : options.edit);
    if (!index) return line.failed(options.path, index.error().message);
    const std::uint32_t number = reel.marker_numbers()[*index];
    Marker marker = reel.markers()[*index];
    if (!apply(line, options, reel, marker)) return kExitFailed;
    const Result<void> done =
        erase ? delete_marker(options.path, number) : edit_marker(options.path, number, marker);
    if (!done) return line.failed(options.path, done.error().message);
    tell(line, erase ? "Deleted the marker of" : "Marked", reel, marker);
    return kExitDone;
}

int run_mark(CommandLine& line) {
    MarkOptions options;
    line.app().add_option("FILE", options.path, "a finished recording (.reel)")->required();
    take_places(
        *line.app()
             .add_option("--tick", options.tick, "where: a tick, a time like 1:02.34, or 50%")
             ->option_text("PLACE"));
    line.app().remove_option(line.app().get_option("--color"));
    line.may_be_empty(
        line.app().add_option("--text", options.text, "what to say about it")->option_text("TEXT"));
    line.app()
        .add_option("--color", options.color, "its colour, ffcc33 when not given")
        ->option_text("RRGGBB")
        ->transform(CLI::Validator(check_color, "", "colour"));
    auto* edit =
        line.app().add_option("--edit", options.edit,
                              "change this marker: its number in 'list FILE markers' or its text");
    edit->option_text("MARKER");
    line.app()
        .add_option("--delete", options.erase, "delete this marker")
        ->option_text("MARKER")
        ->excludes(edit);
    line.app().footer(
        "A match file takes no markers: those that it has came with its views. 'tickreel cut MATCH "
        "--view N -o OUT.reel' makes a recording of a view, which does.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    const bool adds = options.edit.empty() && options.erase.empty();
    const bool says = !options.tick.empty() || options.text || !options.color.empty();
    if (adds && (options.tick.empty() || !options.text))
        return line.misused("a new marker needs --tick and --text");
    if (!options.erase.empty() && says)
        return line.misused("--delete goes without --tick, --text and --color");
    if (!options.edit.empty() && !says)
        return line.misused("--edit needs a new --tick, --text or --color");
    if (options.path == "-")
        return line.misused("markers are written into FILE; standard input cannot take them");
    const auto reel = open_reel(line, options.path);
    if (!reel) return kExitFailed;
    const int code = adds ? add(line, options, *reel) : change(line, options, *reel);
    if (code != kExitDone) return code;
    static_cast<void>(reel->sound());  // finds the damage
    return ReadLosses(line, options.path, *reel).report();
}

}  // namespace

extern const Command mark_command;
const Command mark_command{"mark", "add, change or delete markers in a finished recording",
                           "  tickreel mark match.reel --tick 1:02.34 --text \"double kill\"\n"
                           "  tickreel mark match.reel --edit \"double kill\" --color ff3333",
                           run_mark};

}  // namespace tickreel
