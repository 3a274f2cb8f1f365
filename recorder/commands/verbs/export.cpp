// tickreel export: recordings for other programs; the extension of -o says which kind.

#include <filesystem>
#include <optional>

#include <CLI/CLI.hpp>

#include "recorder/commands/batch.h"
#include "recorder/commands/export/export_job.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/stop_signals.h"
#include "recorder/games/game.h"

namespace tickreel {

namespace {

bool is_game_file(const std::string& extension) {
    for (const Game* game : all_games())
        for (const FileExporter& exporter : game->exporters)
            if (exporter.extension == extension) return true;
    return false;
}

std::optional<TableOutput> table_output(const std::string& path, const std::string& extension) {
    if (extension == "parquet") return TableOutput::Parquet;
    if (extension == "duckdb") return TableOutput::DuckDb;
    std::error_code ignored;
    if (path.ends_with('/') || std::filesystem::is_directory(path, ignored))
        return TableOutput::Folder;
    return std::nullopt;
}

int export_files(const CommandLine& line, const ExportJob& job);

int export_one(const CommandLine& line, const ExportJob& job, const ReelReader& reel,
               const std::string& extension) {
    if (extension == "csv") return export_csv(line, job, reel);
    if (extension == "ndjson") return export_ndjson(line, job, reel);
    if (extension == "mcap") return export_mcap(line, job, reel);
    return export_game_file(line, job, reel, extension);
}

// One result for each recording, beside one another in the folder.
int export_each(const CommandLine& line, const ExportJob& job) {
    const std::string extension = '.' + job.each;
    if (!names_folder(job.output.path))
        return line.misused("--each needs -o FOLDER/ for the results to lie in");
    if (const auto clash = first_clash(job.paths))
        return line.misused(*clash + extension + " would be written twice");
    return run_batch(line, job.paths, {"exporting", job.parallel}, [&](const std::string& path) {
        ExportJob one = job;
        one.paths = {path};
        one.output.path = path_in_folder(job.output.path, path, extension);
        return export_files(line, one);
    });
}

int export_files(const CommandLine& line, const ExportJob& job) {
    std::string extension = std::filesystem::path(job.output.path).extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    const auto tables = table_output(job.output.path, extension);
    const bool text = extension == "csv" || extension == "ndjson";
    const bool single = text || extension == "mcap" || is_game_file(extension);
    if (!tables && !single)
        return line.misused(
            "-o " + job.output.path +
            ": name it .parquet, .csv, .ndjson, .duckdb, .mcap, .demo or .faucap, or DIR/ for a "
            "folder of Parquet files");
    if (!tables && job.paths.size() > 1)
        return line.misused("one ." + extension +
                            " holds one recording; --each makes one for each of them");
    if (tables != TableOutput::Folder) {
        const auto kind = text ? OutputKind::Text : OutputKind::Binary;
        if (const auto allowed = check_output(job.output, kind); !allowed)
            return line.failed(job.output.path, allowed.error().message);
    }
    std::vector<std::unique_ptr<ReelReader>> reels;
    for (const std::string& path : job.paths) {
        reels.push_back(open_reel(line, path));
        if (!reels.back()) return kExitFailed;
    }
    // From before the first byte to after the last rename: what was begun is always cleared away.
    const StopSignals stop;
    return tables ? export_tables(line, job, *tables, reels)
                  : export_one(line, job, *reels.front(), extension);
}

int run_export(CommandLine& line) {
    ExportJob job;
    line.app()
        .add_option("FILE", job.paths, "recordings (.reel), folders of them or patterns")
        ->required();
    add_output_options(line, job.output,
                       "OUT.parquet, .csv, .ndjson, .duckdb, .mcap, .demo or .faucap, or DIR/ for "
                       "one Parquet file "
                       "per type and match");
    line.app()
        .add_option("--ticks", job.ticks,
                    "half-open range A..B, A.. or ..B of ticks, times or shares; all without it")
        ->option_text("A..B");
    line.app()
        .add_option("--types", job.types, "only these item or event types")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.app()
        .add_option("--each", job.each,
                    "one file of this kind for each recording, in the folder -o")
        ->check(CLI::IsMember({"parquet", "csv", "ndjson", "duckdb", "mcap", "demo"}))
        ->option_text("KIND");
    add_parallel_option(line, job.parallel);
    line.app().footer(
        "Columns: tick, time, id, checksum, then the fields by name; the stored values (no scale, "
        "no unit), enums as names.\nNDJSON has the lines of 'cat' and of 'list FILE "
        "events'.\nParquet's row groups follow the "
        "chunks of the recording (about 16384 rows), so that conditions on tick skip the "
        "rest.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    job.paths = expand_paths(job.paths);
    return job.each.empty() ? export_files(line, job) : export_each(line, job);
}

}  // namespace

extern const Command export_command;
const Command export_command{"export",
                             "convert recordings to Parquet, CSV, NDJSON, DuckDB, MCAP or .demo",
                             "  tickreel export match.reel -o match.parquet --types Character\n"
                             "  tickreel export season/ -o demos/ --each demo -j 4",
                             run_export};

}  // namespace tickreel
