// tickreel export: recordings for other programs; the extension of -o says which kind.

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "recorder/commands/batch.h"
#include "recorder/commands/export/append_matches.h"
#include "recorder/commands/export/export_job.h"
#include "recorder/commands/input_files.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/resampling.h"
#include "recorder/commands/same_match.h"
#include "recorder/commands/union_notes.h"
#include "recorder/commands/view_choice.h"
#include "recorder/games/game.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/model/find_name.h"

namespace tickreel {

namespace {

std::vector<std::string> game_extensions() {
    std::vector<std::string> extensions;
    for (const Game* game : all_games())
        for (const FileExporter& exporter : game->exporters)
            extensions.emplace_back(exporter.extension);
    return extensions;
}

// "parquet", "csv" ... and those of the games.
std::vector<std::string> file_extensions() {
    std::vector<std::string> extensions;
    for (const Exporter* exporter : all_exporters())
        if (exporter->extension != "/") extensions.emplace_back(exporter->extension);
    const auto games = game_extensions();
    extensions.insert(extensions.end(), games.begin(), games.end());
    return extensions;
}

std::string known_extensions() {
    std::string text;
    for (const std::string& extension : file_extensions())
        text += (text.empty() ? "." : ", .") + extension;
    return text;
}

// "csv" of "x.csv", "/" of a folder.
std::string extension_of(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    if (!extension.empty()) extension = ascii_lower(extension.substr(1));
    return find_exporter(extension) == nullptr && names_folder(path) ? "/" : extension;
}

// The type as the recordings spell it; in `absent` if only their game does.
Result<std::string> exact_type(const std::string& typed, const Reels& reels, Schema& absent) {
    for (const auto& reel : reels) {
        const auto found = find_typed(reel->schema(), typed);
        if (found) return reel->schema()[*found].name;
        if (!types_named(reel->schema(), typed).empty()) return found.error();  // several
    }
    for (const auto& reel : reels)
        for (const ItemType& type : absent_types(*reel, typed)) {
            absent.add(type);
            return type.name;
        }
    return unknown_type(*reels.front(), typed);
}

// Spells the job's types as the recordings do, and returns what is to be said of those that they
// lack.
Result<std::vector<std::string>> spell_types(ExportJob& job, const Reels& reels) {
    std::vector<std::string> notes;
    for (std::string& type : job.types) {
        const auto exact = exact_type(type, reels, job.absent);
        if (!exact) return exact.error();
        if (const auto absent = job.absent.find(*exact))
            notes.push_back(no_such_type(type, job.absent[*absent].use));
        type = *exact;
    }
    return notes;
}

// The first of the types that is an event.
std::string event_among(const ExportJob& job, const Reels& reels) {
    const auto is_event = [](const Schema& schema, const std::string& name) {
        const auto id = schema.find(name);
        return id && schema[*id].use == TypeUse::Event;
    };
    for (const std::string& name : job.types) {
        if (is_event(job.absent, name)) return name;
        for (const auto& reel : reels)
            if (is_event(reel->schema(), name)) return name;
    }
    return {};
}

// Which of the recordings do not have all of the wanted events. `items_only`: without types the
// output has none.
void warn_of_unions(const CommandLine& line, const ExportJob& opened, const Reels& reels,
                    bool items_only) {
    if (items_only && opened.types.empty()) return;
    for (std::size_t i = 0; i < reels.size(); ++i) {
        std::vector<TypeId> asked = types_of_one_client(reels[i]->schema());
        std::erase_if(asked, [&](TypeId id) {
            const auto& types = opened.types;
            return !types.empty() && std::find(types.begin(), types.end(),
                                               reels[i]->schema()[id].name) == types.end();
        });
        warn_of_union(line, opened.paths[i], *reels[i], asked);
    }
}

int export_files(const CommandLine& line, const ExportJob& job);

// One result for each recording, in the folder. `given`: what the recordings come from.
int export_each(const CommandLine& line, const ExportJob& job,
                const std::vector<std::string>& given) {
    if (!names_folder(job.output.path))
        return line.misused("--each needs -o FOLDER/ for the results to lie in");
    const OutputFolder folder(job.output.path, given, '.' + job.each, job.paths);
    if (const auto clash = folder.clash())
        return line.misused("several recordings would write " + *clash +
                            "; export them into different folders");
    auto paths = job.paths;
    if (job.skip_existing)
        paths = skip_finished(line, std::move(paths), [&](const std::string& path) {
            std::error_code ignored;
            return std::filesystem::exists(folder.path_for(path), ignored);
        });
    BatchOptions options{"exporting", job.parallel, job.paths.size() - paths.size()};
    options.makes_files = true;
    return run_batch(line, paths, options, [&](const std::string& path) {
        ExportJob one = job;
        one.paths = {path};
        one.output.path = folder.make_path_for(path);
        return export_files(line, one);
    });
}

int export_files(const CommandLine& line, const ExportJob& job) {
    const std::string extension = extension_of(job.output.path);
    const Exporter* exporter = find_exporter(extension);
    const auto games = game_extensions();
    if (exporter == nullptr && std::find(games.begin(), games.end(), extension) == games.end())
        return line.misused("-o " + job.output.path + ": name it " + known_extensions() +
                            ", or DIR/ for a folder of Parquet files");
    const bool text = extension == "csv" || extension == "ndjson";
    const bool tables = extension == "parquet" || extension == "duckdb" || extension == "/";
    if (!job.every.empty() && !text && !tables)
        return line.misused("--every is for .csv, .ndjson, .parquet, .duckdb and folders");
    if (job.style.raw && !text && !tables)
        return line.misused("--raw is for .csv, .ndjson, .parquet, .duckdb and folders");
    if (job.style.big_numbers && !text)
        return line.misused("--big-numbers is for .ndjson; other formats have columns with types");
    if (job.paths.size() > 1 && (exporter == nullptr || !exporter->several))
        return line.misused("one ." + extension +
                            " holds one recording; --each makes one for each of them");
    if (const auto refused = refuse_own_input(line, job.paths, job.output.path)) return *refused;
    if (extension != "/") {
        const OutputKind kind = exporter != nullptr ? exporter->kind : OutputKind::Binary;
        if (const auto allowed = check_output(job.output, kind); !allowed)
            return line.failed(job.output.path, allowed.error().message);
    }
    ExportJob opened = job;
    const auto [reels, all_opened, read] = open_views(opened.paths, [&](const std::string& path) {
        return open_view(line, path, job.view, TypesOfView::Own, {}, job.ticks);
    });
    if (reels.empty()) return kExitFailed;
    const std::string& only = reels.size() == 1 ? opened.paths[0] : std::string();
    const auto notes = spell_types(opened, reels);
    if (!notes) return line.failed(only, notes.error().message);
    for (const std::string& note : *notes) line.warn(only, note);
    // One .csv or .parquet is one table: of items of any types, or of one event.
    const bool one_table = extension == "csv" || extension == "parquet";
    if (const std::string event = event_among(opened, reels);
        one_table && opened.types.size() > 1 && !event.empty())
        return line.failed(job.output.path,
                           concat("one .", extension, " is one table, and events like '",
                                  printable(event), "' have columns of their own"),
                           "export to a folder/ or .ndjson, or one event at a time");
    warn_of_same_match(line, opened.paths, reels);
    if (exporter != nullptr) warn_of_unions(line, opened, reels, one_table);
    // From before the first byte to after the last rename: what was begun is always cleared away.
    const StopSignals stop;
    const int code = exporter != nullptr
                         ? exporter->run(line, opened, reels)
                         : export_game_file(line, opened, *reels.front(), extension);
    if (code != kExitDone) return code;
    return all_opened ? read : kExitDataLost;
}

int run_export(CommandLine& line) {
    ExportJob job;
    line.app()
        .add_option("FILE", job.paths, "recordings (.reel), folders of them or patterns")
        ->required();
    add_output_options(line, job.output,
                       "OUT with the extension " + known_extensions() +
                           ", or DIR/ for one Parquet file per type and match",
                       false);
    add_range_option(line.app(), "--ticks", job.ticks,
                     "half-open range A..B, A.. or ..B of ticks, times or shares; all without it");
    add_every_option(line, job.every);
    add_view_option(line, job.view);
    add_value_options(line, job.style);
    line.app().get_option("--raw")->description("enums as numbers, not by name");
    line.app()
        .add_option("--types", job.types, "only these item or event types")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.app()
        .add_option("--each", job.each,
                    "one file of this kind for each recording, in the folder -o")
        ->transform(one_of(file_extensions()))
        ->option_text("KIND");
    for (const Exporter* exporter : all_exporters())
        if (exporter->add_options != nullptr) exporter->add_options(line, job);
    add_parallel_option(line, job.parallel);
    line.app().get_option("--jobs")->description(
        "files at a time, on one core each; without it one, whose tables are made at once");
    add_skip_option(line, job.skip_existing);
    line.app()
        .add_option("--append", job.append,
                    "add the recordings to a dataset of Parquet files, a folder for each; those "
                    "that are in it are skipped")
        ->option_text("DIR/")
        ->excludes("--output", "--force", "--ticks", "--every", "--types", "--each", "--view",
                   "--raw", "--big-numbers");
    line.app().footer(
        "Columns: tick, time, id, checksum, then the fields by name; the stored values (no scale, "
        "no unit), enums as names.\nCSV: a text that a spreadsheet would take for a formula "
        "(=, @, a tab, or + or - unless all of it is a number such as -1, +2.5 or -1e5) has a ' "
        "more in front; readers take it off. Control characters, and those that reverse the "
        "writing direction, are written out, \\x1b and \\u202e, and a backslash stays as it is: "
        "two names can look alike, NDJSON keeps them apart.\nNDJSON has "
        "the lines of 'cat' and of 'list FILE events', and one with \"marker\" for each marker. "
        "--every keeps all events and markers and, in .duckdb, all of "
        "snapshots, players and gaps.\nMCAP has enums as numbers, whose names are in the schema, "
        "and leaves out floats that are no number (nan, inf), as null: JSON Schema's \"number\" "
        "has none.\nParquet's row groups follow "
        "the "
        "chunks of the recording (about 16384 rows), so that conditions on tick skip the "
        "rest.\n--append adds to a dataset, of a match file what any of its views saw: "
        "DIR/*/matches.parquet, players, snapshots, events and "
        "markers have the same columns for every game, DIR/*/PROTOCOL/TYPE.parquet the rows of a "
        "type. Its times are TIMESTAMPTZ, those of other exports TIMESTAMP, all in UTC: SET "
        "TimeZone "
        "= 'UTC' before DuckDB compares the two.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    if (job.skip_existing && job.each.empty())
        return line.misused("--skip-existing is for --each: one output for each recording");
    if (job.append.empty() && job.output.path.empty())
        return line.misused("say where to: -o OUT, or --append DIR/");
    const std::vector<std::string> given = job.paths;
    job.paths = input_files(line, given);
    job.one_core = line.app().count("--jobs") != 0 && (job.parallel == 1 || job.paths.size() > 1);
    if (!job.append.empty()) return append_matches(line, job);
    return job.each.empty() ? export_files(line, job) : export_each(line, job, given);
}

}  // namespace

extern const Command export_command;
const Command export_command{"export",
                             "convert recordings to Parquet, CSV, NDJSON, DuckDB, MCAP or .demo",
                             "  tickreel export match.reel -o match.parquet --types Character\n"
                             "  tickreel export season/ --append dataset/ -j 2",
                             run_export};

}  // namespace tickreel
