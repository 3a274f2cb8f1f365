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

// What has been found in a recording, or in the views of a match file.
class Findings {
public:
    explicit Findings(bool views) : views_(views), table_(columns(views)) {}

    void add(const std::string& view, const Timeline& timeline,
             const std::vector<Finding>& findings) {
        for (const Finding& finding : findings) {
            Cell tick = wide_cell(finding.moment.tick);
            tick.human = moment_text(timeline, finding.moment);
            std::vector<Cell> row{
                text_cell(finding.check),
                tick,
                text_cell(Timeline::format_time(timeline.seconds(finding.moment))),
                number_cell(static_cast<std::int64_t>(finding.number)),
                text_cell(finding.unit),
                text_cell(finding.text)};
            if (views_) row.insert(row.begin(), text_cell(view));
            table_.add(std::move(row));
        }
    }
    std::string print(const std::string& path, TableFormat format) const {
        if (table_.empty() && format == TableFormat::Text)
            return fmt::format("{}: nothing unusual\n", printable(path));
        return table_.print(format);
    }

private:
    static std::vector<Column> columns(bool views) {
        std::vector<Column> columns{{"check"},        {"tick", true}, {"at", true},
                                    {"number", true}, {"unit"},       {"finding"}};
        if (views) columns.insert(columns.begin(), {"view"});
        return columns;
    }

    bool views_;
    Table table_;
};

// The exit code; the error, or the line about damage, has been printed.
int examine(const CommandLine& line, const std::string& path, const OpenedView& opened,
            const std::string& name, Findings& into) {
    const auto& reel = opened.reel;
    if (!reel) return kExitFailed;
    const Game* const game = find_game(reel->info().game);
    ReadLosses losses(line, path, *reel);
    ReadingBar bar(line.progress_wanted(), "looking", reel->timeline());
    const auto findings =
        find_irregularities(*reel, game == nullptr ? SnapshotLimits{} : game->limits, losses.sink(),
                            [&](Moment moment) { bar.show(moment); });
    bar.clear();
    if (!findings) return line.failed(path, findings.error().message, kVerifyHint);
    into.add(name, reel->timeline(), *findings);
    return std::max(opened.code, losses.report());
}

int run_doctor(CommandLine& line) {
    std::string path;
    std::string view;
    line.app()
        .add_option("FILE", path, "a recording (.reel); of a match file all views")
        ->required();
    add_view_option(line, view);
    line.add_format();
    if (const auto code = line.parse()) return *code;
    const bool all = view.empty() && is_match_file(path);
    Findings findings(all);
    const int code = all ? each_view(line, path, kAllViews,
                                     [&](const std::string& name, const OpenedView& opened) {
                                         return examine(line, path, opened, name, findings);
                                     })
                         : examine(line, path, open_view(line, path, view), view, findings);
    if (code == kExitFailed) return code;
    Out out;
    out.write(findings.print(path, line.common().format));
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    return code;
}

}  // namespace

extern const Command doctor_command;
const Command doctor_command{
    "doctor", "list what a server developer should look at, with tick and number",
    "  tickreel doctor match.reel\n"
    "      snapshots near the protocol's limits, items that flicker, old bases, irregular\n"
    "      pacing, unknown and unnamed types, mismatches and gaps; of a match file in every view\n"
    "  tickreel doctor match.reel --format ndjson",
    run_doctor};

}  // namespace tickreel
