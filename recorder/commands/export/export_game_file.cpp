#include "recorder/commands/copy_reel.h"
#include "recorder/commands/export/single_export.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/games/game.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/model/left_out.h"

namespace tickreel {

namespace {

const FileExporter* game_exporter(const std::string& game_id, const std::string& extension) {
    const Game* game = find_game(game_id);
    if (game == nullptr) return nullptr;
    for (const FileExporter& exporter : game->exporters)
        if (exporter.extension == extension) return &exporter;
    return nullptr;
}

// "120 events (100 Cl_Input, 20 ...), the text of 2 markers"; "" is nothing.
std::string left_out_list(const LeftOutOfFile& left) {
    std::vector<std::string> parts;
    std::uint64_t events = 0;
    std::string types;
    for (const auto& [type, count] : left.events) {
        events += count;
        types += concat(types.empty() ? "" : ", ", count, ' ', printable(type));
    }
    if (events != 0) parts.push_back(plural(events, "event") + " (" + types + ")");
    if (left.markers != 0) parts.push_back(plural(left.markers, "marker"));
    if (left.marker_texts != 0)
        parts.push_back("the text of " + plural(left.marker_texts, "marker"));
    if (left.marker_colors != 0)
        parts.push_back("the colour of " + plural(left.marker_colors, "marker"));
    if (left.attachments != 0) parts.push_back(plural(left.attachments, "attachment"));
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
}

// What was exported, and what the format has no place for.
std::string export_outcome(Tally tally, const FrameSink& sink, const std::string& extension) {
    const auto* const leaves = dynamic_cast<const LeavesOut*>(&sink);
    if (leaves == nullptr) return tally_text(tally);
    const LeftOutOfFile& left = leaves->left_out();
    for (const auto& [type, count] : left.events) tally.events -= count;
    tally.markers -= left.markers;
    tally.attachments -= left.attachments;
    const std::string list = left_out_list(left);
    return tally_text(tally) +
           (list.empty() ? "" : "; left out, because a ." + extension + " cannot hold it: " + list);
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
    if (stop.arrived()) return single.not_written(fail(kInterrupted));
    if (const auto done = sink->finish(); !done) return single.failed(done.error());
    return single.finish(export_outcome(*copied, *sink, extension));
}

}  // namespace tickreel
