#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "recorder/commands/export/archive_folder.h"
#include "recorder/commands/export/export_job.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/place.h"
#include "recorder/commands/resampling.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/tables/row_cursor.h"
#include "tickreel/tables/table_export.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

enum class TableOutput { Parquet, Folder, DuckDb };

std::string schema_path(const std::string& output) {
    return output + ".schema.json";
}

// Recordings without a snapshot in the range are named; an error when that is all of them. `lost`
// becomes kExitDataLost where such a snapshot cannot be read.
Result<std::vector<ReelFile>> reel_files(const CommandLine& line, const ExportJob& job,
                                         const std::vector<std::unique_ptr<ReelReader>>& reels,
                                         int& lost) {
    std::vector<ReelFile> files;
    std::string empty;
    for (std::size_t i = 0; i < reels.size(); ++i) {
        const auto range = parse_ticks(line, job.paths[i], *reels[i], job.ticks);
        if (!range) return fail(job.paths[i], ": ", range.error().message);
        if (!range->empty.empty()) {
            empty = job.paths[i] + ": " + range->empty;
            const std::string_view outcome = reels.size() == 1 ? kNoOutput : "";
            const int code = ReadLosses(line, job.paths[i], *reels[i])
                                 .report_as(outcome, range->moments, job.ticks);
            lost = std::max(lost, code);
            if (code == kExitDone && reels.size() > 1) line.warn(job.paths[i], range->empty);
        } else {
            const TickSteps steps = steps_in(job.every, *reels[i], range->moments);
            files.push_back(
                {job.paths[i], reels[i].get(), range->moments, evolvers(), nullptr, steps});
        }
    }
    if (files.empty())
        return reels.size() == 1 ? Error{empty}
                                 : fail("no recording has a snapshot in '", job.ticks, "'");
    return files;
}

// One line for each recording that is damaged.
int report_losses(const CommandLine& line, std::span<const ReelFile> files,
                  std::string_view ticks) {
    int code = kExitDone;
    for (const ReelFile& file : files)
        code = std::max(code, ReadLosses(line, file.path, *file.reel).report(file.range, ticks));
    return code;
}

Result<std::vector<ExportedTable>> write_tables(TableDatabase& database, TableOutput kind,
                                                const std::string& path, const TableExport& what) {
    switch (kind) {
        case TableOutput::Parquet:
            return export_parquet(database, path, what);
        case TableOutput::DuckDb:
            return export_duckdb(database, path, what);
        case TableOutput::Folder:
            break;
    }
    std::error_code error;
    fs::create_directories(path, error);
    if (error) return fail("cannot create ", path, ": ", errno_text(error.value()));
    return export_folder(database, path, what);
}

// The part of the snapshots whose rows are in tables of items, about.
double share_taken(std::span<const ReelFile> files) {
    double all = 0;
    double taken = 0;
    for (const ReelFile& file : files) {
        const auto counts = file.reel->statistics();
        if (!counts) continue;
        const auto snapshots = static_cast<double>(counts->snapshots);
        double steps = 0;
        for (const ChunkInfo& chunk : file.reel->chunks())
            steps += static_cast<double>(chunk.last_tick - chunk.first_tick + 1) /
                     std::max(1.0, file.steps.ticks());
        all += snapshots;
        taken += std::min(snapshots, steps);
    }
    return all > 0 ? taken / all : 1;
}

// As far as it is known: for the progress bar.
std::uint64_t expected_rows(const TableDatabase& database, TableOutput kind,
                            const std::vector<std::string>& types) {
    std::uint64_t rows = 0;
    for (const TablePlan& plan : database.tables()) {
        const bool wanted = types.empty()
                                ? kind != TableOutput::Parquet ? !plan.type.empty()
                                                               : plan.kind == TableKind::AllItems
                                : std::find(types.begin(), types.end(), plan.type) != types.end();
        const auto known = wanted ? count_rows(plan, database.files()) : std::nullopt;
        const double share =
            is_resampled(plan, database.files()) ? share_taken(database.files()) : 1;
        rows += static_cast<std::uint64_t>(share * static_cast<double>(known.value_or(0)));
    }
    return std::max<std::uint64_t>(rows, 1);
}

// Through DuckDB: Parquet, a folder of it, a database.
int export_tables(const CommandLine& line, const ExportJob& job, TableOutput kind,
                  const Reels& reels) {
    std::string output = job.output.path;
    const bool folder = kind == TableOutput::Folder;
    while (folder && output.size() > 1 && output.ends_with('/')) output.pop_back();
    if (output == "-" || (!folder && output == "/dev/stdout"))
        return line.misused("tables need a file to write to");
    if (folder)
        if (const auto allowed = check_archive(output, job.output.force); !allowed)
            return line.failed(output, allowed.error().message);
    if (const OutputOptions beside{schema_path(output), job.output.force}; !folder)
        if (const auto allowed = check_output(beside, OutputKind::Text); !allowed)
            return line.failed(beside.path, allowed.error().message);
    int lost = kExitDone;
    auto files = reel_files(line, job, reels, lost);
    if (!files) return lost != kExitDone ? lost : line.failed("", files.error().message);
    const StopSignals stop;  // before DuckDB starts its threads
    TableExtras wishes;
    wishes.raw_enums = job.style.raw;
    wishes.one_core = job.one_core;
    wishes.types = job.absent;
    auto database = TableDatabase::open(*std::move(files), ignore_problems, wishes);
    if (!database) return line.failed(output, database.error().message);

    auto made = UnfinishedFile::create(output);
    if (!made) return line.failed(output, made.error().message);
    auto schema = UnfinishedFile::create(schema_path(output));
    if (!schema) return line.failed(output, schema.error().message);
    ProgressBar bar(line.progress_wanted(), "exporting");
    const std::uint64_t expected = expected_rows(**database, kind, job.types);
    (*database)->set_watch([&](std::uint64_t rows) {
        bar.show(static_cast<double>(rows) / static_cast<double>(expected));
        return stop.arrived();
    });
    const TableExport what{job.types};
    const auto tables = write_tables(**database, kind, (*made)->path(), what);
    bar.clear();
    if (stop.arrived()) return line.failed(output, kInterrupted);
    if (!tables) return line.failed(output, tables.error().message);
    std::optional<ExportedFolder> content;
    if (folder) content = {match_names((*database)->files()), files_in((*made)->path())};
    const std::string text = schema_json((*database)->files(), *tables, content);
    const IfExists if_exists = job.output.force ? IfExists::Replace : IfExists::Refuse;
    const std::string schema_file =
        folder ? (fs::path((*made)->path()) / kArchiveSchema).string() : (*schema)->path();
    Result<void> done = write_whole_file(schema_file, text, IfExists::Refuse);
    if (done && !folder) done = (*schema)->publish(if_exists);
    if (done) done = folder ? publish_archive(**made, output) : (*made)->publish(if_exists);
    if (!done) return line.failed(output, done.error().message);
    const std::uint64_t dropped = (*database)->dropped_words();
    if (dropped != 0)
        line.lost(output,
                  fmt::format("{} words without field names were omitted; use .ndjson to keep them",
                              dropped));
    const std::size_t count = (*database)->files().size();  // those that the range touches
    if (!line.common().quiet)
        fmt::print(stderr, "Exported {} table{} of {} recording{}.\n", tables->size(),
                   tables->size() == 1 ? "" : "s", count, count == 1 ? "" : "s");
    if (kind == TableOutput::Parquet && job.types.empty())
        for (const ReelFile& file : (*database)->files())
            tell_events_left_out(line, file.path, *file.reel);
    for (const ReelFile& file : (*database)->files())
        tell_unevolved(line, file.path, *file.reel, (*database)->tables(), job.types);
    const int code = report_losses(line, (*database)->files(), job.ticks);
    return dropped == 0 ? std::max(code, lost) : kExitDataLost;
}

template <TableOutput kKind>
int export_as(const CommandLine& line, const ExportJob& job, const Reels& reels) {
    return export_tables(line, job, kKind, reels);
}

}  // namespace

extern const Exporter parquet_exporter;
const Exporter parquet_exporter{"parquet", true, OutputKind::Binary,
                                export_as<TableOutput::Parquet>};
extern const Exporter duckdb_exporter;
const Exporter duckdb_exporter{"duckdb", true, OutputKind::Binary, export_as<TableOutput::DuckDb>};
extern const Exporter folder_exporter;
const Exporter folder_exporter{"/", true, OutputKind::Binary, export_as<TableOutput::Folder>};

}  // namespace tickreel
