// tickreel optimize: the same recording, smaller: long groups, strongest compression.

#include <filesystem>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/codec_option.h"
#include "recorder/commands/command_line.h"
#include "recorder/commands/copy_reel.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/verbs/reel_compare.h"
#include "recorder/games/game.h"
#include "tickreel/base/parse_number.h"

namespace tickreel {

namespace {

constexpr int kStrongestLevel = 19;

// What was written, read back from the disk and compared with the original.
Result<void> check_copy(const ReelReader& original, const std::string& path,
                        const StopSignals& stop) {
    if (path.empty()) return {};  // standard output cannot be read back
    auto source = open_file(path);
    if (!source) return source.error();
    const auto copy = ReelReader::open(std::move(*source));
    if (!copy) return copy.error();
    const auto compared =
        compare_reels(original, **copy, {.stopped = [&] { return stop.arrived(); }});
    if (!compared) return compared.error();
    if (compared->difference)
        return fail("the packed recording is not the same: ", *compared->difference,
                    "; nothing was written, please report this");
    return {};
}

// One chunk is one group. Without a word of the user a group is as long as the game wants it.
ReelOptions packing_of(const ReelReader& reel, std::optional<double> group_seconds) {
    ReelOptions options;
    options.level = kStrongestLevel;
    const Game* game = find_game(reel.info().game);
    if (game != nullptr) options.group_seconds = game->packing.group_seconds;
    options.group_seconds = group_seconds.value_or(options.group_seconds);
    options.chunk_seconds = options.group_seconds;
    return options;
}

int optimize(const CommandLine& line, const std::string& path, const OutputOptions& output,
             std::optional<double> group_seconds, std::uint16_t codec) {
    const auto reel = open_reel(line, path);
    if (!reel) return kExitFailed;
    const StopSignals stop;
    ReelOptions options = packing_of(*reel, group_seconds);
    options.codec = codec;
    auto packed = NewReel::create(output, reel->info(), options);
    if (!packed) return line.failed(output.path, packed.error().message);
    ReadLosses losses(line, path, *reel);
    const auto copied =
        copy_reel(line, losses.sink(), *reel, reel->everything(), (*packed)->writer());
    if (!copied) return line.failed(path, copied.error().message);
    const int code = losses.report();
    std::error_code ignored;
    if (code != kExitDone && std::filesystem::equivalent(path, output.path, ignored))
        return line.failed(path, "is damaged and is not replaced", "'tickreel recover' it first");
    if (const auto done = (*packed)->finish(); !done)
        return line.failed(output.path, done.error().message);
    if (code == kExitDone)
        if (const auto same = check_copy(*reel, (*packed)->temporary_path(), stop); !same)
            return line.failed(output.path, same.error().message);
    const std::uint64_t before = reel->file_bytes();
    const std::uint64_t after = (*packed)->bytes();
    if (const auto done = (*packed)->publish(); !done)
        return line.failed(output.path, done.error().message);
    if (!line.common().quiet)
        fmt::print(stderr, "{} -> {} ({}), {}.\n", human_bytes(before), human_bytes(after),
                   percent(static_cast<double>(after), static_cast<double>(before)),
                   tally_text(*copied));
    return code;
}

int run_optimize(CommandLine& line) {
    std::string path;
    OutputOptions output;
    ReelOptions options;
    std::optional<double> group_seconds;
    line.app().add_option("FILE", path, "a recording (.reel)")->required();
    line.app()
        .add_option("--group", group_seconds,
                    "seconds that are decoded at most to reach a tick; 60 packs tightest (default: "
                    "10, Firefall 120)")
        ->check(CLI::Range(1.0, 600.0))
        ->check(check_finite)
        ->option_text("SECONDS");
    add_codec_option(line, options);
    add_output_options(line, output, "the recording to write; with --force it may be FILE itself");
    if (const auto code = line.parse()) return *code;
    if (const auto refused = refuse_reel_output(line, output, {})) return *refused;
    return optimize(line, path, output, group_seconds, options.codec);
}

}  // namespace

extern const Command optimize_command;
const Command optimize_command{"optimize", "recompress a recording for size",
                               "  tickreel optimize match.reel -o archive.reel --group 60\n"
                               "  tickreel optimize match.reel -o match.reel --force",
                               run_optimize};

}  // namespace tickreel
