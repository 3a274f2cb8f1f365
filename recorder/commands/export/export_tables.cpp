#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "recorder/commands/export/export_job.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/place.h"
#include "recorder/commands/stop_signals.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/tables/row_cursor.h"
#include "tickreel/tables/table_export.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

// What is being made, a file or a folder, until it gets its name. Removed when it never does.
class Unfinished {
public:
    explicit Unfinished(std::string final_path)
        : final_(std::move(final_path)), path_(fmt::format("{}.tmp-{}", final_, ::getpid())) {}
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    ~Unfinished() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
        fs::remove(path_ + ".wal", ignored);  // DuckDB's journal
    }

    const std::string& path() const { return path_; }
    Result<void> publish() {
        std::error_code error;
        if (fs::is_directory(path_, error)) fs::remove_all(final_, error);
        fs::rename(path_, final_, error);
        if (error) return fail("cannot rename ", path_, " to it: ", error.message());
        return {};
    }

private:
    std::string final_;
    std::string path_;
};

// A folder that is there must be empty, or with --force an export of ours.
Result<void> check_folder(const std::string& path, bool force) {
    std::error_code ignored;
    if (!fs::exists(path, ignored) || fs::is_empty(path, ignored)) return {};
    if (!fs::is_directory(path, ignored)) return fail("is a file, not a folder");
    if (!force) return fail("is not empty; use --force to replace an export, or another name");
    if (!fs::exists(fs::path(path) / "schema.json", ignored))
        return fail("is no export (there is no schema.json in it); name another folder");
    return {};
}

Result<void> write_text(const std::string& path, const std::string& text) {
    auto file = create_file(path, IfExists::Replace);
    if (!file) return file.error();
    const auto done = (*file)->write({reinterpret_cast<const Byte*>(text.data()), text.size()});
    return done ? (*file)->close() : done;
}

std::string schema_path(const std::string& output) {
    return fs::path(output).replace_extension(".schema.json").string();
}

Result<std::vector<ReelFile>> reel_files(const ExportJob& job,
                                         const std::vector<std::unique_ptr<ReelReader>>& reels) {
    std::vector<ReelFile> files;
    for (std::size_t i = 0; i < reels.size(); ++i) {
        const auto range = parse_ticks(*reels[i], job.ticks);
        if (!range) return fail(job.paths[i], ": ", range.error().message);
        files.push_back({job.paths[i], reels[i].get(), *range, evolvers()});
    }
    return files;
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
    if (error) return fail("cannot create ", path, ": ", error.message());
    return export_folder(database, path, what);
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
        if (wanted) rows += count_rows(plan, database.files()).value_or(0);
    }
    return std::max<std::uint64_t>(rows, 1);
}

}  // namespace

int export_tables(const CommandLine& line, const ExportJob& job, TableOutput kind,
                  const std::vector<std::unique_ptr<ReelReader>>& reels) {
    std::string output = job.output.path;
    const bool folder = kind == TableOutput::Folder;
    while (folder && output.size() > 1 && output.ends_with('/')) output.pop_back();
    if (output == "-" || (!folder && output == "/dev/stdout"))
        return line.misused("tables need a file to write to");
    if (folder)
        if (const auto allowed = check_folder(output, job.output.force); !allowed)
            return line.failed(output, allowed.error().message);
    if (const OutputOptions beside{schema_path(output), job.output.force}; !folder)
        if (const auto allowed = check_output(beside, OutputKind::Text); !allowed)
            return line.failed(beside.path, allowed.error().message);
    auto files = reel_files(job, reels);
    if (!files) return line.failed("", files.error().message);
    std::uint64_t problems = 0;
    const StopSignals stop;  // before DuckDB starts its threads
    auto database =
        TableDatabase::open(*std::move(files), line.problems(job.paths.front(), &problems));
    if (!database) return line.failed(output, database.error().message);

    Unfinished made(output);
    Unfinished schema(folder ? (fs::path(made.path()) / "schema.json").string()
                             : schema_path(output));
    ProgressBar bar(line.progress_wanted(), "exporting");
    const std::uint64_t expected = expected_rows(**database, kind, job.types);
    (*database)->set_watch([&](std::uint64_t rows) {
        bar.show(static_cast<double>(rows) / static_cast<double>(expected));
        return stop.arrived();
    });
    const TableExport what{job.types};
    const auto tables = write_tables(**database, kind, made.path(), what);
    bar.clear();
    if (!tables) return line.failed(output, tables.error().message);
    const std::string text = schema_json((*database)->files(), *tables);
    Result<void> done = write_text(schema.path(), text);
    if (done) done = schema.publish();
    if (done) done = made.publish();
    if (!done) return line.failed(output, done.error().message);
    const std::uint64_t dropped = (*database)->dropped_words();
    if (dropped != 0)
        line.warn(output, fmt::format("{} words beyond the named fields have no column; .ndjson "
                                      "keeps them",
                                      dropped));
    if (!line.common().quiet)
        fmt::print(stderr, "Exported {} table{} of {} recording{}.\n", tables->size(),
                   tables->size() == 1 ? "" : "s", reels.size(), reels.size() == 1 ? "" : "s");
    return problems == 0 && dropped == 0 ? kExitDone : kExitDataLost;
}

}  // namespace tickreel
