#include "recorder/commands/copy_reel.h"
#include "recorder/commands/export/single_export.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/games/game.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/model/hears_before.h"
#include "tickreel/model/left_out.h"
#include "tickreel/reel/layout.h"

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
    if (left.gaps != 0) parts.push_back(plural(left.gaps, "gap"));
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
}

// What the format has no place for, and what the file lacks; "" is nothing.
std::string what_is_left_out(const FrameSink& sink, const std::string& extension) {
    const auto* const leaves = dynamic_cast<const LeavesOut*>(&sink);
    const std::string list = leaves == nullptr ? "" : left_out_list(leaves->left_out());
    std::string text;
    if (!list.empty()) text = "left out, because a ." + extension + " cannot hold it: " + list;
    if (leaves == nullptr || leaves->left_out().lacks.empty()) return text;
    return concat(text, text.empty() ? "" : "; ", "it lacks ", leaves->left_out().lacks);
}

// What was exported.
Tally without_left_out(Tally tally, const FrameSink& sink) {
    const auto* const leaves = dynamic_cast<const LeavesOut*>(&sink);
    if (leaves == nullptr) return tally;
    for (const auto& [type, count] : leaves->left_out().events) tally.events -= count;
    tally.markers -= leaves->left_out().markers;
    tally.attachments -= leaves->left_out().attachments;
    return tally;
}

// What was said on this map before the range.
Result<void> tell_before(FrameSink& sink, const ReelReader& reel, const MomentRange& range,
                         const StopSignals& stop) {
    auto* const hears = dynamic_cast<HearsBefore*>(&sink);
    if (hears == nullptr || !hears->wants(reel.schema())) return {};
    const Moment begin{range.from.segment, -layout::kMaxTick};
    return reel.scan({begin, range.from}, ignore_problems, [&](const Frame& frame) {
        for (const Event& event : frame.events)
            if (reel.schema().contains(event.type)) hears->hear(event, reel.schema());
        return !stop.arrived();
    });
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
    if (const auto told = tell_before(*sink, reel, single.range(), stop); !told)
        return single.failed(told.error());
    const auto copied = copy_reel(line, single.problems(), reel, single.range(), *sink);
    if (!copied) return single.failed(copied.error());
    if (stop.arrived()) return single.not_written(fail(kInterrupted));
    if (const auto done = sink->finish(); !done) return single.failed(done.error());
    const std::string done = tally_text(without_left_out(*copied, *sink));
    const std::string left_out = what_is_left_out(*sink, extension);
    if (job.each.empty() || left_out.empty())
        return single.finish(done + (left_out.empty() ? "" : "; " + left_out));
    // Of several files only warnings are shown.
    const int code = single.finish(done);
    if (code != kExitFailed) line.warn(path, left_out);
    return code;
}

}  // namespace tickreel
