// tickreel recover: everything that can be saved of a broken recording, and what cannot.

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/copy_reel.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/verbs/recover_match.h"
#include "tickreel/analysis/maybe_lost.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/other_records.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// Bytes and ticks that went: one line for each stretch.
std::string losses(const ReelReader& reel) {
    std::string text;
    for (const Damage& damage : reel.damage()) {
        text += fmt::format("  {} bytes at offset {}: {}", damage.length, damage.offset,
                            printable(damage.what));
        if (damage.ticks)
            text += fmt::format(
                " (ticks {}..{})",
                moment_text(reel.timeline(), {damage.ticks->segment, damage.ticks->from}),
                last_lost_tick(reel.chunks(), *damage.ticks));
        text += '\n';
    }
    return text;
}

std::string recovery_outcome(const ReelReader& reel, bool with_problems) {
    const auto damage = reel.damage();
    const bool snapshots = std::any_of(damage.begin(), damage.end(), [&](const Damage& one) {
        return !ticks_lost_by(reel.chunks(), one).empty();
    });
    if (damage.empty() && !with_problems) {
        if (reel.finished()) return "Nothing was lost.\n";
        const std::string behind =
            reel.timeline().empty()
                ? "it has no snapshot, and what came after"
                : "what came after tick " + moment_text(reel.timeline(), reel.timeline().last());
        return "Everything that is there was kept; the recording is not finished: " + behind +
               ", if anything, is not in it.\n";
    }
    if (with_problems || snapshots) return "Recovery was lossy:\n" + losses(reel);
    const auto places = maybe_lost(reel, damage);
    // All else that is defined is in the index that lists the chunks, too.
    const auto marks = std::count_if(damage.begin(), damage.end(), [](const Damage& one) {
        return one.kind == DamageKind::Definitions;
    });
    if (marks > 0 && places.empty() && knows_all_chunks(reel))
        return fmt::format(
                   "No snapshot was lost, but {} of markers may be (added, edited or deleted); "
                   "damaged were:\n",
                   plural(static_cast<std::size_t>(marks), "change")) +
               losses(reel);
    return (places.empty() ? "No snapshot was lost; damaged were:\n"
                           : "Snapshots of " + maybe_lost_text(reel, places) +
                                 " may have been lost; damaged were:\n") +
           losses(reel);
}

int run_recover(CommandLine& line) {
    std::string path;
    OutputOptions output;
    line.app()
        .add_option("BROKEN", path, "a recording that is damaged or was never finished")
        ->required();
    add_output_options(line, output, "the recording to write (.reel); - is standard output");
    if (const auto code = line.parse()) return *code;
    if (const auto refused = refuse_reel_output(line, output, {path})) return *refused;

    if (is_match_file(path)) return recover_match(line, path, output);
    const auto reel = open_reel(line, path);
    if (!reel) return kExitFailed;
    auto fixed = NewReel::create(output, reel->info());
    if (!fixed) return line.failed(output.path, fixed.error().message);
    std::uint64_t problems = 0;
    const auto copied = copy_reel(line, line.problems(path, &problems), *reel, reel->everything(),
                                  (*fixed)->writer());
    if (!copied) return line.failed(path, copied.error().message);
    if (const auto done = (*fixed)->publish(); !done)
        return line.failed(output.path, done.error().message);

    if (const auto checked = check_other_records(*reel); !checked)
        return line.failed(path, checked.error().message);
    const bool damaged = problems != 0 || !reel->damage().empty();
    if (!line.common().quiet) {
        fmt::print(stderr, "Recovered {}.\n", tally_text(*copied));
        fmt::print(stderr, "{}", recovery_outcome(*reel, problems != 0));
    }
    if (!damaged) return kExitDone;
    if (line.common().quiet) {
        const std::string missing = printable(missing_summary(*reel, reel->everything()));
        line.lost(path, missing.empty() ? "part of it cannot be read" : missing);
    }
    return kExitDataLost;
}

}  // namespace

extern const Command recover_command;
const Command recover_command{
    "recover", "copy the readable parts of a damaged recording and list what is lost",
    "  tickreel recover broken.reel -o fixed.reel\n"
    "  tickreel recover broken.reel -o fixed.reel --force -v",
    run_recover};

}  // namespace tickreel
