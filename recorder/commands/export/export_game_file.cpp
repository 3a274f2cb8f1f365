#include "recorder/commands/copy_reel.h"
#include "recorder/commands/export/single_export.h"
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
    SingleExport single(line, job, reel);
    if (const auto code = single.begin()) return *code;
    const StopSignals stop;  // looked at when the frames are in: that takes seconds
    const auto sink = exporter->make(single.take_out());
    const auto copied = copy_reel(line, single.problems(), reel, single.range(), *sink);
    if (!copied) return single.failed(copied.error());
    if (stop.arrived()) return single.not_written(fail("interrupted; no output written"));
    if (const auto done = sink->finish(); !done) return single.failed(done.error());
    return single.finish(tally_text(*copied));
}

}  // namespace tickreel
