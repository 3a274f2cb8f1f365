#include <fmt/format.h>

#include "recorder/commands/copy_reel.h"
#include "recorder/commands/export/export_job.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/partial_files.h"
#include "recorder/commands/place.h"
#include "recorder/games/game.h"
#include "tickreel/base/stop_signals.h"

namespace tickreel {

namespace {

const FileExporter* game_exporter(const std::string& game_id, const std::string& extension) {
    const Game* game = find_game(game_id);
    if (game == nullptr) return nullptr;
    for (const FileExporter& exporter : game->exporters)
        if (exporter.extension == extension) return &exporter;
    return nullptr;
}

}  // namespace

int export_game_file(const CommandLine& line, const ExportJob& job, const ReelReader& reel,
                     const std::string& extension) {
    const std::string& path = job.paths.front();
    if (!job.types.empty())
        return line.misused("a ." + extension + " holds all types; drop --types");
    const FileExporter* exporter = game_exporter(reel.info().game, extension);
    if (exporter == nullptr)
        return line.failed(
            path, "is a recording of '" + reel.info().game + "', which has no ." + extension);
    const auto range = parse_ticks(reel, job.ticks);
    if (!range) return line.failed(path, range.error().message);
    ReadLosses losses(line, path, reel);
    if (!range->empty.empty()) {
        losses.report(range->moments);
        return line.failed(path, range->empty);
    }
    PartialFiles partials(job.output.path);
    auto partial = partials.create();
    if (!partial) return line.failed(job.output.path, partial.error().message);
    const StopSignals stop;  // looked at when the frames are in: that takes seconds
    const auto sink = exporter->make(std::move(partial->sink));
    const auto copied = copy_reel(line, losses.sink(), reel, range->moments, *sink);
    if (!copied) return line.failed(path, copied.error().message);
    if (stop.arrived()) return line.failed(job.output.path, "interrupted; no output written");
    if (const auto done = sink->finish(); !done) return line.failed(path, done.error().message);
    const auto kept = partials.keep(partial->path, job.output.path, job.output.force);
    if (!kept) return line.failed(job.output.path, kept.error().message);
    if (!line.common().quiet) fmt::print(stderr, "Exported {}.\n", tally_text(*copied));
    return losses.report(range->moments);
}

}  // namespace tickreel
