// tickreel query: where an expression over fields and events holds.

#include <algorithm>
#include <chrono>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/batch.h"
#include "recorder/commands/input_files.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/output/value_style.h"
#include "recorder/commands/place.h"
#include "recorder/commands/union_notes.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/text.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

namespace {

constexpr auto kShowEvery = std::chrono::milliseconds(200);

struct QueryOptions {
    std::vector<std::string> arguments{};  // the recordings, then the expression
    std::string ticks{};
    std::string view{};
    unsigned parallel = 1;
    ValueStyle style{};
};

// One hit in each of the three formats; as text with the path only where there are several.
class HitPrinter {
public:
    HitPrinter(const ReelReader& reel, std::string path, TableFormat format,
               const ValueStyle& style, bool alone)
        : timeline_(reel.timeline()),
          types_(reel.schema()),
          path_(std::move(path)),
          format_(format),
          style_(style),
          alone_(alone) {}

    std::string line(const QueryHit& hit) const {
        const Moment first = timeline_.moment(hit.from);
        const Moment last = timeline_.moment(hit.to);
        if (format_ == TableFormat::Text)
            return fmt::format(
                "{}{:<10} {:<14} {:>6} {:<9}  {}\n", alone_ ? "" : printable(path_) + ": ",
                Timeline::format_time(timeline_.seconds(first)), moment_text(timeline_, first),
                hit.snapshots, hit.snapshots == 1 ? "snapshot" : "snapshots",
                hit.type ? printable(hit.label) : "the snapshot");
        const std::string type = hit.type ? types_[*hit.type].name : "";
        const std::string id = hit.item ? std::to_string(hit.item->entity) : "";
        if (format_ == TableFormat::Csv)
            return fmt::format("{},{},{},{},{},{},{},{}\n", csv_cell(path_), first.segment,
                               first.tick, last.tick, hit.snapshots, csv_cell(type), id,
                               csv_cell(hit.name));
        const auto text = [](const std::string& what) {
            return what.empty() ? std::string("null") : json_string(what);
        };
        const auto tick = [&](Moment at) { return big_number(style_, std::to_string(at.tick)); };
        return fmt::format(
            "{{\"file\":{},\"segment\":{},\"tick_first\":{},\"tick_last\":{},"
            "\"snapshots\":{},\"type\":{},\"id\":{},\"name\":{}}}\n",
            json_string(path_), first.segment, tick(first), tick(last), hit.snapshots, text(type),
            id.empty() ? "null" : big_number(style_, id), text(hit.name));
    }

private:
    const Timeline& timeline_;
    TypeTable types_;
    std::string path_;
    TableFormat format_;
    ValueStyle style_;
    bool alone_;
};

// Of what is wrong at a column of the condition, unless it says so itself.
std::string_view next_step(std::string_view wrong) {
    const bool says = wrong.find("; ") != std::string_view::npos;
    return wrong.starts_with("column ") && !says ? "'tickreel query --help' has examples" : "";
}

int query_file(const CommandLine& line, const QueryOptions& options, const std::string& path,
               bool alone) {
    const TableFormat format = line.common().format;
    Out out;
    const OpenedView opened =
        open_view(line, path, options.view, TypesOfView::OfAllViews, {}, options.ticks);
    const ReelReader* const reel = opened.reel.get();
    if (reel == nullptr) return kExitFailed;
    const auto range = parse_ticks(line, path, *reel, options.ticks);
    if (!range) return line.failed(path, range.error().message);
    ReadLosses losses(line, path, *reel);
    const HitPrinter printer(*reel, path, format, options.style, alone);
    ProgressBar bar(alone && line.progress_wanted() && !is_terminal(stdout), "searching");
    const double length = static_cast<double>(std::max<std::int64_t>(reel->timeline().length(), 1));
    auto shown = std::chrono::steady_clock::time_point();
    const auto found = find_hits(
        *reel, range->moments, options.arguments.back(), losses.sink(),
        [&](const QueryHit& hit) {
            out.write(printer.line(hit));
            return out.open();
        },
        [&](Moment moment) {
            bar.show(static_cast<double>(reel->timeline().position(moment)) / length);
            // Hits appear while a long recording is read.
            if (const auto now = std::chrono::steady_clock::now(); now - shown >= kShowEvery) {
                shown = now;
                out.flush();
            }
            return out.open();
        },
        evolvers(), [reel] { return wider_schemas(*reel); });
    bar.clear();
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    if (!found) return line.failed(path, found.error().message, next_step(found.error().message));
    if (found->too_many != 0) line.lost(path, too_many_text(found->too_many));
    for (const std::string& note : found->notes) line.warn(path, note);
    // A fact about the game, not about the file: Batch says it once.
    for (const std::string& scale : found->scales) line.warn("", scale);
    if (format == TableFormat::Text && !line.common().quiet)
        fmt::print(stderr, "{}: {}, {}; {} were read\n", printable(path),
                   plural(found->hits, "hit"), plural(found->snapshots, "snapshot"), found->read);
    warn_of_union(line, path, *reel, options.arguments.back());
    warn_unevolved(line, path, *reel, options.arguments.back());
    const int code = std::max(opened.code, losses.report(*range, options.ticks));
    return found->too_many == 0 ? code : kExitDataLost;
}

int run_query_verb(CommandLine& line) {
    QueryOptions options;
    line.app()
        .add_option("FILE", options.arguments,
                    "recordings (.reel, folders, patterns), and the expression last")
        ->required()
        ->expected(2, -1);
    add_range_option(line.app(), "--ticks", options.ticks,
                     "half-open range A..B, A.. or ..B of ticks, times or shares; all without it");
    add_view_option(line, options.view);
    add_parallel_option(line, options.parallel);
    add_big_numbers_option(line, options.style);
    line.add_format();
    line.app().footer(
        "A hit is a stretch of snapshots, without a gap, in which it holds for one thing; the sum "
        "of their snapshots is what SQL counts in the table of the first type (but NaN, which is "
        "greater than all numbers there and fits nothing here). A snapshot without "
        "any of that type counts only where the type stands alone, as in 'not Projectile': that is "
        "'snapshots LEFT JOIN projectile' in SQL.\n"
        "Expressions: Type.field, == != < <= > >= between ~ has, and or not, + - * /, tick, time, "
        "wire, null, count(T), changed(f), prev(f), delta(f), abs, min, max, speed, dist(a, b), "
        "player \"Ada\" in any role, kill.killer_name == \"Ada\" in one, Character.name; events by "
        "type, table or class (kill, chat); at the end 'for 2s' and "
        "'within 3s of kill' (or after, before), which can stand alone. No event is near itself: "
        "'kill within 2s of kill' finds kills with another one before or after them, at the same "
        "tick too; 'kill within 2s after kill' those that follow one.\n"
        "~ finds a part of a text, player a name: the case of the letters A to Z does not count, "
        "that of others does. Texts are == only if they are the same.\n"
        "A time (time >= 1:02.34, and of --ticks) counts from the first snapshot of the recording; "
        "it is not the clock of the game's round.\n"
        "Values are those that people read: scaled, enums by name; 'tickreel list FILE fields' has "
        "their units, and speed and dist are in those of the position (Teeworlds: 32 units are a "
        "tile, speed is per tick), of where clients show a character: Character.x is the place as "
        "sent, which may be older, and Character.now_x where they show it. speed is the velocity "
        "that the game keeps: of what it moves otherwise, such as a ninja's dash, SQL's moves has "
        "the distances. Comparing a null with a value is neither true nor false; "
        "'== null' finds nulls (an empty name that was told is \"\", not null), 'prev(f) == null' "
        "also where an item has just come.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    const auto files = input_files(line, {options.arguments.begin(), options.arguments.end() - 1});
    BatchOptions batch{"searching", options.parallel};
    if (line.common().format == TableFormat::Csv)
        batch.header = "file,segment,tick_first,tick_last,snapshots,type,id,name\n";
    return run_batch(line, files, batch, [&](const std::string& path) {
        return query_file(line, options, path, files.size() == 1);
    });
}

}  // namespace

extern const Command query_command;
const Command query_command{
    "query", "find the ticks where an expression over fields and events holds",
    "  tickreel query match.reel 'Character.health <= 2 and Character.weapon == grenade'\n"
    "  tickreel query season/ 'speed > 20 within 3s of kill' --format ndjson",
    run_query_verb};

}  // namespace tickreel
