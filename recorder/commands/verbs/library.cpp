// tickreel library: a catalog of a folder of recordings, and what to find in it.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/batch.h"
#include "recorder/commands/command_line.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/library/catalog.h"
#include "recorder/commands/library/thumbnail.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/view_choice.h"
#include "recorder/games/game.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/sha256.h"
#include "tickreel/base/spelling.h"
#include "tickreel/base/standard_output.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/model/find_name.h"

namespace tickreel {

namespace {

constexpr const char* kCatalogName = ".tickreel-library.sqlite";
constexpr const char* kInCatalog = "; what was read is in the catalog";

struct LibraryOptions {
    std::string folder{};
    std::string catalog{};  // "": kCatalogName in the folder
    std::string since{};
    std::string until{};
    std::string query{};
    bool players = false;
    std::vector<std::string> thumbnails{};  // patterns of files whose pictures are wanted
    CatalogSearch search{};
};

constexpr std::array<std::string_view, 4> kKinds{"kill", "flag", "race", "vote"};  // in the catalog

// Makes of an event's name the kind that it is of: "kill" of Sv_KillMsg. "", or what is wrong.
std::string spell_kind(std::string& typed) {
    std::vector<std::string> names;
    const auto is = [&](const std::string_view kind) {
        names.emplace_back(kind);
        return same_spelling(kind, typed);
    };
    if (const auto kind = std::find_if(kKinds.begin(), kKinds.end(), is); kind != kKinds.end()) {
        typed = *kind;
        return {};
    }
    for (const Game* game : all_games()) {
        Schema events;
        if (game->add_event_types != nullptr) game->add_event_types(events);
        const auto kind_of = [&](TypeId id) { return event_class_name(events[id].event_class); };
        const auto type = match_type(events, typed, TypeUse::Event);
        if (type && std::count(kKinds.begin(), kKinds.end(), kind_of(*type)) != 0) {
            typed = kind_of(*type);
            return {};
        }
        for (TypeId id = 0; id < events.size(); ++id)
            if (std::count(kKinds.begin(), kKinds.end(), kind_of(id)) != 0)
                names.push_back(events[id].name);
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    return concat("'", typed, "' is no kill, flag, race or vote", did_you_mean(typed, known));
}

// "2026-11-22" as nanoseconds since 1970.
std::optional<std::int64_t> parse_day(const std::string& text) {
    int year = 0;
    unsigned month = 0, day = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%d-%u-%u%c", &year, &month, &day, &rest) != 3)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                           std::chrono::day(day)};
    if (!date.ok()) return std::nullopt;
    return std::chrono::nanoseconds(std::chrono::sys_days(date).time_since_epoch()).count();
}

// Prints the rows of a search, each by `cells`.
template <class Cells>
Result<void> print_rows(const CommandLine& line, Result<SqliteStatement> rows,
                        std::vector<Column> columns, const Cells& cells) {
    if (!rows) return rows.error();
    Table table(std::move(columns));
    for (;;) {
        const auto more = rows->step();
        if (!more) return more.error();
        if (!*more) break;
        table.add(cells(*rows));
    }
    Out out;
    out.write(table.print(line.common().format));
    return out.finish();
}

bool is_match_status(std::string_view status) {
    return status == kMatchFile || status == kDamagedMatchFile;
}

class LibraryPrinter {
public:
    LibraryPrinter(const CommandLine& line, const LibraryOptions& options, LibraryCatalog& catalog,
                   const StopSignals& stop)
        : line_(line), options_(options), catalog_(catalog), stop_(stop) {}

    // Whether all could be read that had to be.
    Result<bool> print() const {
        if (options_.thumbnails.empty() && !options_.query.empty()) return hits(options_.search);
        if (const auto done = print_catalog(); !done) return done.error();
        return true;
    }

private:
    Result<void> print_catalog() const {
        const CatalogSearch& search = options_.search;
        if (!options_.thumbnails.empty()) return thumbnails(search);
        if (!search.marker.empty() && !options_.players) return markers(search);
        if (options_.players || !search.event.empty()) {
            if (const auto warned = warn_of_overlaps(search); !warned) return warned;
            return options_.players ? players(search) : events(search);
        }
        return recordings(search);
    }
    std::string path(const std::string& below) const {
        return (std::filesystem::path(options_.folder) / below).generic_string();
    }
    // What `tickreel play` opens at that tick.
    Cell link(const std::string& file, std::int64_t segment, const std::string& tick) const {
        const std::string place = segment == 0 ? tick : fmt::format("s{}:{}", segment, tick);
        return text_cell(path(file) + '@' + place);
    }
    Cell link(const SqliteStatement& row, int segment) const {
        return link(row.text(0), row.number(segment), row.text(segment + 1));
    }
    static Cell seconds_cell(double seconds) {
        const std::string plain = fmt::format("{:.2f}", seconds);
        return {human_duration(seconds), plain, plain};
    }

    Result<void> recordings(const CatalogSearch& search) const {
        std::vector<Column> columns;
        for (const char* name : kRecordingColumns) columns.push_back({name});
        return print_rows(
            line_, catalog_.recordings(search), columns, [&](const SqliteStatement& row) {
                std::vector<Cell> cells{text_cell(path(row.text(0)))};
                for (int i = 1; i <= 5; ++i) cells.push_back(text_cell(row.text(i)));
                cells.push_back(text_cell(
                    row.number(6) == 0 ? "" : rfc3339(std::chrono::nanoseconds(row.number(6)))));
                cells.push_back(seconds_cell(row.real(7)));
                for (int i = 8; i <= 13; ++i) cells.push_back(number_cell(row.number(i)));
                cells.push_back({printable(row.text(14)), row.text(14), row.text(14)});
                for (int i = 15; i <= 16; ++i) cells.push_back(number_cell(row.number(i)));
                return cells;
            });
    }

    Result<void> events(const CatalogSearch& search) const {
        return print_rows(
            line_, catalog_.events(search),
            {{"link"}, {"tick", true}, {"time", true}, {"map"}, {"event"}, {"player"}, {"object"}},
            [&](const SqliteStatement& row) {
                return std::vector<Cell>{
                    link(row, 1),           wide_cell(row.number(2)), seconds_cell(row.real(3)),
                    text_cell(row.text(4)), text_cell(row.text(5)),   text_cell(row.text(6)),
                    text_cell(row.text(7))};
            });
    }

    Result<void> markers(const CatalogSearch& search) const {
        return print_rows(
            line_, catalog_.markers(search), {{"link"}, {"tick", true}, {"map"}, {"text"}},
            [&](const SqliteStatement& row) {
                return std::vector<Cell>{link(row, 1), wide_cell(row.number(2)),
                                         text_cell(row.text(3)), text_cell(row.text(4))};
            });
    }

    Result<void> players(const CatalogSearch& search) const {
        return print_rows(
            line_, catalog_.players(search),
            {{"name"}, {"clan"}, {"file"}, {"map"}, {"present_s", true}},
            [&](const SqliteStatement& row) {
                return std::vector<Cell>{text_cell(row.text(0)), text_cell(row.text(1)),
                                         text_cell(path(row.text(2))), text_cell(row.text(3)),
                                         seconds_cell(row.real(4))};
            });
    }

    Result<void> thumbnails(const CatalogSearch& search) const {
        return print_rows(
            line_, catalog_.thumbnails(search, options_.thumbnails), {{"file"}, {"thumbnail"}},
            [&](const SqliteStatement& row) {
                const Bytes png = row.blob(3);
                const std::string digits = hex(png);
                return std::vector<Cell>{
                    text_cell(path(row.text(0))),
                    {png.empty() ? "none" : human_bytes(png.size()), '"' + digits + '"', digits}};
            });
    }

    // Of several clients' recordings of a match each has its players and kills. Whether they are of
    // one would take reading them.
    Result<void> warn_of_overlaps(const CatalogSearch& search) const {
        const auto count = catalog_.count_overlapping(search);
        if (!count) return count.error();
        if (*count != 0)
            line_.warn(options_.folder,
                       fmt::format("{} made while another one of the same map was: of one match, "
                                   "each is listed with its players and events; 'tickreel merge "
                                   "--views' makes one file of them",
                                   *count == 1 ? "1 recording was"
                                               : fmt::format("{} recordings were", *count)));
        return {};
    }

    // In the recordings that the search is left with, which are read for it.
    Result<bool> hits(const CatalogSearch& search) const {
        auto rows = catalog_.recordings(search);
        if (!rows) return rows.error();
        Table table({{"link"}, {"tick", true}, {"time", true}, {"map"}, {"player"}, {"text"}});
        bool whole = true;
        bool understood = false;
        std::vector<std::string> notes;  // that hold for all
        std::set<std::string> scales;
        Result<void> problem;
        for (;;) {
            const auto more = rows->step();
            if (!more) return more.error();
            if (!*more) break;
            if (rows->text(1) == "unreadable") continue;
            const std::string file = path(rows->text(0));
            const std::string view(is_match_status(rows->text(1)) ? kUnionView : "");
            const OpenedView opened = open_view(line_, file, view);
            const ReelReader* const reel = opened.reel.get();
            whole = whole && reel != nullptr && opened.code == kExitDone;
            if (reel == nullptr) continue;
            ReadLosses losses(line_, file, *reel);
            const auto found = add_hits(*rows, *reel, losses.sink(), table);
            if (stop_.arrived()) return fail(kInterrupted, kInCatalog);
            if (!found) {
                problem = found.error();
                continue;
            }
            // A name that no player has there may be somebody's in another recording.
            if (understood)
                std::erase_if(notes, [&](const std::string& note) {
                    return std::count(found->notes.begin(), found->notes.end(), note) == 0;
                });
            else
                notes = found->notes;
            understood = true;
            scales.insert(found->scales.begin(), found->scales.end());
            if (found->too_many != 0) line_.lost(file, too_many_text(found->too_many));
            whole = losses.report() == kExitDone && found->too_many == 0 && whole;
        }
        if (!understood && !problem) return problem.error();  // no game here knows the words
        for (const std::string& note : notes) line_.warn(options_.folder, note);
        for (const std::string& scale : scales) line_.warn("", scale);
        Out out;
        out.write(table.print(line_.common().format));
        if (const auto written = out.finish(); !written) return written.error();
        return whole;
    }

    Result<QueryTotals> add_hits(const SqliteStatement& row, const ReelReader& reel,
                                 const ProblemSink& problems, Table& table) const {
        const Timeline& timeline = reel.timeline();
        return find_hits(
            reel, reel.everything(), options_.query, problems,
            [&](const QueryHit& hit) {
                const Moment first = timeline.moment(hit.from);
                table.add({link(row.text(0), first.segment, std::to_string(first.tick)),
                           wide_cell(first.tick), seconds_cell(timeline.seconds(first)),
                           text_cell(row.text(4)), text_cell(hit.name),
                           text_cell(hit.type ? hit.label : "the snapshot")});
                return !stop_.arrived();
            },
            [this](Moment) { return !stop_.arrived(); }, evolvers(),
            [&reel] { return wider_schemas(reel); });
    }

    const CommandLine& line_;
    const LibraryOptions& options_;
    LibraryCatalog& catalog_;
    const StopSignals& stop_;
};

// Those that are wanted and not there. What cannot be drawn is not tried again.
Result<void> draw_missing(const CommandLine& line, const LibraryOptions& options,
                          LibraryCatalog& catalog, const StopSignals& stop) {
    if (options.thumbnails.empty()) return {};
    auto rows = catalog.thumbnails(options.search, options.thumbnails);
    if (!rows) return rows.error();
    std::vector<std::string> missing;
    for (;;) {
        const auto more = rows->step();
        if (!more) return more.error();
        if (!*more) break;
        const std::string status = rows->text(1);
        const bool drawn = status != "unreadable" && !is_match_status(status);
        if (rows->number(2) == 0 && drawn) missing.push_back(rows->text(0));
    }
    *rows = {};  // it must not be open while others are written
    ProgressBar bar(line.progress_wanted(), "drawing");
    for (std::size_t i = 0; i < missing.size() && !stop.arrived(); ++i) {
        bar.show(static_cast<double>(i) / static_cast<double>(missing.size()));
        const std::string file =
            (std::filesystem::path(options.folder) / missing[i]).generic_string();
        const Result<Bytes> png = draw_thumbnail(file);
        if (!png) return png.error();
        if (stop.arrived()) break;  // the player was interrupted, too
        if (const auto kept = catalog.keep_thumbnail(missing[i], *png); !kept) return kept;
    }
    if (stop.arrived()) return fail(kInterrupted, kInCatalog);
    return {};
}

Result<CatalogChanges> bring_up_to_date(const CommandLine& line, const LibraryOptions& options,
                                        LibraryCatalog& catalog, const StopSignals& stop) {
    std::vector<std::string> files = expand_paths({options.folder});
    if (files == std::vector<std::string>{options.folder}) files.clear();  // an empty folder
    ProgressBar bar(line.progress_wanted(), "reading");
    const auto changes = catalog.update(options.folder, files, [&](std::uint64_t done) {
        bar.show(static_cast<double>(done) / static_cast<double>(files.size()));
        return !stop.arrived();
    });
    bar.clear();
    return changes;
}

int show_library(const CommandLine& line, const LibraryOptions& options) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(options.folder, ignored))
        return line.failed(options.folder, "is not a folder", "give the folder of the recordings");
    const std::string file = options.catalog.empty()
                                 ? (std::filesystem::path(options.folder) / kCatalogName).string()
                                 : options.catalog;
    const StopSignals stop;
    auto catalog = LibraryCatalog::open(file);
    auto changes = catalog ? bring_up_to_date(line, options, *catalog, stop)
                           : Result<CatalogChanges>(catalog.error());
    if (catalog && !changes) {  // damaged, perhaps: everything in it can be read again
        catalog = fail("removed");
        std::filesystem::remove(file, ignored);
        catalog = LibraryCatalog::open(file);
        changes = catalog ? bring_up_to_date(line, options, *catalog, stop)
                          : Result<CatalogChanges>(catalog.error());
    }
    if (!changes)
        return line.failed(file, changes.error().message, "--catalog FILE puts it elsewhere");
    if (stop.arrived()) return line.failed(options.folder, concat(kInterrupted, kInCatalog));
    if (const auto drawn = draw_missing(line, options, *catalog, stop); !drawn)
        return line.failed(file, drawn.error().message);
    const auto whole = LibraryPrinter(line, options, *catalog, stop).print();
    if (!whole && whole.error().message.starts_with(kOutputFailed))
        return line.failed("", whole.error().message);
    if (!whole)
        return line.failed(options.query.empty() ? file : options.folder, whole.error().message);
    if (line.common().verbose > 0)
        fmt::print(stderr, "{}: {} recordings, {} read, {} moved, {} gone\n", options.folder,
                   changes->files, changes->read, changes->moved, changes->gone);
    const auto damaged = catalog->count_damaged(options.search);
    if (!damaged) return line.failed(file, damaged.error().message);
    if (*damaged != 0)
        line.lost(options.folder,
                  fmt::format(
                      "{} not sound: see the column 'status' of 'tickreel "
                      "library {}'",
                      *damaged == 1 ? "1 recording is" : fmt::format("{} recordings are", *damaged),
                      printable(options.folder)));
    return *damaged == 0 && *whole ? kExitDone : kExitDataLost;
}

int run_library(CommandLine& line) {
    LibraryOptions options;
    CatalogSearch& search = options.search;
    CLI::App& app = line.app();
    app.add_option("DIR", options.folder, "folder of recordings, searched recursively")->required();
    app.add_option("--player", search.player, "recordings with this player, events by this player")
        ->option_text("NAME");
    app.add_option("--map", search.map, "recordings of this map")->option_text("NAME");
    app.add_option("--server", search.server, "recordings of this server")->option_text("NAME");
    app.add_option("--since", options.since, "recordings that began on this day (UTC) or later")
        ->option_text("YYYY-MM-DD");
    app.add_option("--until", options.until,
                   "recordings that began before this day (UTC); not those of unknown time")
        ->option_text("YYYY-MM-DD");
    app.add_option(
           "--event", search.event,
           "list these events: kill, flag, race, vote, or the name of one of them (Sv_KillMsg)")
        ->transform(CLI::Validator(spell_kind, "{kill,flag,race,vote}", "kind"))
        ->option_text("KIND");
    app.add_option("--marker", search.marker, "list markers whose text contains this")
        ->option_text("TEXT");
    app.add_option("--query", options.query,
                   "list where this holds in the recordings that the other options leave; see "
                   "'query --help'")
        ->option_text("EXPRESSION");
    app.add_flag(
           "--players", options.players,
           "list players and how long they were present by the clock, for each recording: several "
           "recordings of one match count each")
        ->excludes("--event", "--marker", "--query");
    app.get_option("--marker")->excludes("--event");  // one list at a time
    app.add_option("--thumbnail", options.thumbnails,
                   "small pictures (PNG) of these recordings, drawn when they are not in the "
                   "catalog yet; '*': of all; may be repeated")
        ->allow_extra_args(false)
        ->excludes("--event", "--marker", "--players")
        ->option_text("FILE");
    app.add_option("--catalog", options.catalog,
                   fmt::format("the catalog file; default: {} in DIR", kCatalogName))
        ->option_text("FILE");
    line.add_format();
    app.footer(
        "Names match as a whole, in any case and with or without accents; * and ? are wildcards. "
        "The catalog is updated first: new and changed files are read, moved ones are recognised "
        "by their UUID. It may be deleted at any time. --thumbnail gives a PNG, in hexadecimal "
        "digits (NDJSON, CSV): the middle of the recording, 192x108, drawn by "
        "tickreel-player.\n\n" +
        app.get_footer());
    if (const auto code = line.parse()) return *code;
    for (const auto& [text, into] : {std::pair(&options.since, &search.since_ns),
                                     std::pair(&options.until, &search.until_ns)}) {
        if (text->empty()) continue;
        const auto day = parse_day(*text);
        if (!day) return line.misused("'" + *text + "' is not a day; write it as 2026-11-22");
        *into = *day;
    }
    // As they are listed, or as they lie below the folder.
    const std::string folder = (std::filesystem::path(options.folder) / "").generic_string();
    for (std::string& file : options.thumbnails)
        if (file.starts_with(folder)) file.erase(0, folder.size());
    return show_library(line, options);
}

}  // namespace

extern const Command library_command;
const Command library_command{
    "library", "search a folder of recordings by player, map, date, event or marker",
    "  tickreel library season/ --player Ada --map dm1 --event kill\n"
    "  tickreel library season/ --since 2026-11-01 --format ndjson\n"
    "  tickreel library season/ --map dm1 --query 'speed > 20 within 3s of kill'\n"
    "  tickreel library season/ --thumbnail 'week1/*' -q",
    run_library};

}  // namespace tickreel
