// tickreel doctor: what a server developer should look at.

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/reading_bar.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/view_choice.h"
#include "recorder/games/game.h"
#include "tickreel/analysis/findings.h"

namespace tickreel {

namespace {

Table finding_table(const Timeline& timeline, const std::vector<Finding>& findings) {
    Table table({{"check"}, {"tick", true}, {"at", true}, {"number", true}, {"unit"}, {"finding"}});
    for (const Finding& finding : findings) {
        Cell tick = wide_cell(finding.moment.tick);
        tick.human = moment_text(timeline, finding.moment);
        table.add({text_cell(finding.check), tick,
                   text_cell(Timeline::format_time(timeline.seconds(finding.moment))),
                   number_cell(static_cast<std::int64_t>(finding.number)), text_cell(finding.unit),
                   text_cell(finding.text)});
    }
    return table;
}

int run_doctor(CommandLine& line) {
    std::string path;
    std::string view;
    line.app().add_option("FILE", path, "a recording (.reel)")->required();
    add_view_option(line, view);
    line.add_format();
    if (const auto code = line.parse()) return *code;
    const OpenedView opened = open_view(line, path, view);
    const auto& reel = opened.reel;
    if (!reel) return kExitFailed;
    const Game* const game = find_game(reel->info().game);
    ReadLosses losses(line, path, *reel);
    ReadingBar bar(line.progress_wanted(), "looking", reel->timeline());
    const auto findings =
        find_irregularities(*reel, game == nullptr ? SnapshotLimits{} : game->limits, losses.sink(),
                            [&](Moment moment) { bar.show(moment); });
    bar.clear();
    if (!findings)
        return line.failed(path, findings.error().message, "run 'tickreel verify' for details");
    Out out;
    if (findings->empty() && line.common().format == TableFormat::Text)
        out.write(fmt::format("{}: nothing unusual\n", printable(path)));
    else
        out.write(finding_table(reel->timeline(), *findings).print(line.common().format));
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    return std::max(opened.code, losses.report());
}

}  // namespace

extern const Command doctor_command;
const Command doctor_command{
    "doctor", "list what a server developer should look at, with tick and number",
    "  tickreel doctor match.reel\n"
    "      snapshots near the protocol's limits, items that flicker, old bases, irregular\n"
    "      pacing, unknown types, mismatches and gaps\n"
    "  tickreel doctor match.reel --format ndjson",
    run_doctor};

}  // namespace tickreel
