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
#include "tickreel/model/ignoring_sink.h"

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
                text_cell(finding.text),
                number_cell(finding.moment.segment)};
            if (views_) row.insert(row.begin(), text_cell(view));
            table_.add(std::move(row));
        }
    }
    std::string print(const std::string& path, TableFormat format, bool lost) const {
        if (table_.empty() && format == TableFormat::Text)
            return fmt::format("{}: nothing unusual{}\n", printable(path),
                               lost ? " in what can be read" : "");
        return table_.print(format);
    }

private:
    static std::vector<Column> columns(bool views) {
        std::vector<Column> columns{
            {"check"}, {"tick", true}, {"at", true},           {"number", true},
            {"unit"},  {"finding"},    {"segment", true, true}};
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

// One view on its way past.
class ExaminedView final : public IgnoringSink {
public:
    ExaminedView(const RecordingOutline& outline, const SnapshotLimits& limits)
        : irregularities_(outline.info(), outline.schema(), outline.statistics().gaps, limits) {}
    void add_frame(const Frame& frame) override { irregularities_.see(frame); }
    std::vector<Finding> findings() { return irregularities_.findings(); }

private:
    Irregularities irregularities_;
};

// Of a match file: all views, with two readings of it, because a snapshot after a gap does not
// follow, and which gaps a view has is known when all has been read.
int examine_views(const CommandLine& line, const std::string& path, Findings& into) {
    auto views = ChosenViews::open(line, path, kAllViews, "looking");
    std::vector<RecordingOutline> outlines;
    if (!views || !views->outline(outlines)) return kExitFailed;
    std::vector<ExaminedView> examined;
    for (const RecordingOutline& outline : outlines) {
        const Game* const game = find_game(outline.info().game);
        examined.emplace_back(outline, game == nullptr ? SnapshotLimits{} : game->limits);
    }
    if (!views->copy([&](std::size_t view) { return &examined[view]; })) return kExitFailed;
    return views->each([&](std::size_t view, const std::string& name, bool lost) {
        into.add(name, outlines[view].timeline(), examined[view].findings());
        return lost ? kExitDataLost : kExitDone;
    });
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
    const int code = all ? examine_views(line, path, findings)
                         : examine(line, path, open_view(line, path, view), view, findings);
    if (code == kExitFailed) return code;
    Out out;
    out.write(findings.print(path, line.common().format, code != kExitDone));
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
