// tickreel cut: extracts a range, or a view of a match file, into a new recording.

#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/copy_reel.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/verbs/cut_view.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

struct CutOptions {
    std::string path{};
    std::string ticks{};
    std::string time{};
    std::string markers{};
    std::string view{};
    bool all_gaps = false;
    OutputOptions output{};
};

std::string check_markers(const std::string& text) {
    if (text.find("..") != std::string::npos) return {};
    return concat("invalid marker range '", text, "'; use A..B, A.. or ..B");
}

// "A..B" of markers, which check_markers() let pass; either may be left out.
Result<TickRange> marker_range(const ReelReader& reel, std::string_view text) {
    const std::size_t dots = text.find("..");
    MomentRange range = reel.everything();
    for (const bool from : {true, false}) {
        const std::string_view name = from ? text.substr(0, dots) : text.substr(dots + 2);
        if (name.empty()) continue;
        const auto marker = find_marker(reel, name);
        if (!marker) return marker.error();
        (from ? range.from : range.to) = reel.markers()[*marker].moment;
    }
    if (!(range.from < range.to)) return fail("marker range '", text, "' is empty");
    return look_into(reel, range, text);
}

// The part starts when its own first snapshot arrived.
std::optional<Frame> first_frame(const ReelReader& reel, const MomentRange& range) {
    std::optional<Frame> first;
    const auto scanned = reel.scan(range, ignore_problems, [&](const Frame& frame) {
        first = frame;
        return false;
    });
    return scanned ? first : std::nullopt;
}

// "60..1:30" becomes "60s..1:30": where times are asked for, a bare number is seconds, not a tick.
std::string to_times(std::string& text) {
    const auto side = [](std::string_view time) {
        const bool bare =
            !time.empty() && time.find_first_not_of("0123456789.") == std::string_view::npos;
        return std::string(time) + (bare ? "s" : "");
    };
    const std::string_view typed = text;
    if (const std::size_t dots = typed.find(".."); dots != std::string_view::npos)
        text = concat(side(typed.substr(0, dots)), "..", side(typed.substr(dots + 2)));
    return {};
}

Result<TickRange> wanted_range(const CommandLine& line, const ReelReader& reel,
                               const CutOptions& options) {
    if (!options.markers.empty()) return marker_range(reel, options.markers);
    return parse_ticks(line, options.path, reel,
                       options.ticks.empty() ? options.time : options.ticks);
}

int cut(const CommandLine& line, const CutOptions& options) {
    const auto reel = open_reel(line, options.path);
    if (!reel) return kExitFailed;
    ReadLosses losses(line, options.path, *reel);
    if (const auto code = losses.nothing_left(kNoOutput)) return *code;
    const auto range = wanted_range(line, *reel, options);
    if (!range) return line.failed(options.path, range.error().message);
    if (!range->empty.empty()) {
        const int code = losses.report_as(kNoOutput, range->moments, options.ticks);
        return code == kExitDone ? line.failed(options.path, range->empty) : code;
    }
    RecordingInfo info = reel->info();
    if (const auto first = first_frame(*reel, range->moments)) info.start = first->time;
    auto part = NewReel::create(options.output, info);
    if (!part) return line.failed(options.output.path, part.error().message);
    const auto copied = copy_reel(line, losses.sink(), *reel, range->moments, (*part)->writer(), 0,
                                  CopiedGaps::Known);
    if (!copied) return line.failed(options.path, copied.error().message);
    if (const auto done = (*part)->publish(); !done)
        return line.failed(options.output.path, done.error().message);
    if (!line.common().quiet) fmt::print(stderr, "Cut {}.\n", tally_text(*copied));
    return losses.report(range->moments, options.ticks);
}

int run_cut(CommandLine& line) {
    CutOptions options;
    line.app().add_option("FILE", options.path, "a recording (.reel)")->required();
    auto* range = line.app().add_option_group("range", "which part, half-open: B is not in it");
    add_range_option(*range, "--ticks", options.ticks, "A..B, A.. or ..B of ticks");
    add_range_option(*range, "--time", options.time,
                     "A..B of times since the start: 1:00..2:30, or seconds")
        ->transform(CLI::Validator(to_times, "", "times"));
    range->add_option("--markers", options.markers, "A..B of markers, by number or text")
        ->option_text("A..B")
        ->check(CLI::Validator(check_markers, "", "markers"));
    range
        ->add_option(
            "--view", options.view,
            "all of one view of a match file: its number or name, or the recorded player's; "
            "union: what any of them saw; all: each of them, as OUT-1.reel, OUT-2.reel ..., and "
            "their union as OUT-N-union.reel")
        ->option_text("NAME|N");
    range->require_option(1);
    line.app().add_flag(
        "--all-gaps", options.all_gaps,
        "with --view: also the gaps that only other views tell of, as verify and doctor "
        "count them; without it the part is the recording that was merged, or one of the "
        "stays (NAME, NAME-2 ...) of who left and came back within a map, which 'tickreel merge' "
        "puts behind each other");
    add_output_options(line, options.output,
                       "the recording to write (.reel); - is standard output");
    if (const auto code = line.parse()) return *code;
    if (const auto refused = refuse_reel_output(line, options.output, {options.path}))
        return *refused;
    if (options.all_gaps && options.view.empty()) return line.misused("--all-gaps is for --view");
    if (!options.view.empty())
        return cut_view(line, options.path, options.view,
                        options.all_gaps ? GapsOfView::AsAllViewsTell : GapsOfView::AsRecorded,
                        options.output);
    return cut(line, options);
}

}  // namespace

extern const Command cut_command;
const Command cut_command{"cut", "extract a range into a new recording",
                          "  tickreel cut match.reel --ticks 2501000..2502000 -o part.reel\n"
                          "  tickreel cut match.reel --time 1:00..2:30 -o clip.reel",
                          run_cut};

}  // namespace tickreel
