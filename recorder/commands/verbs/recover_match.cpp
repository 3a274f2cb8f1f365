#include "recorder/commands/verbs/recover_match.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "recorder/commands/output/text_format.h"
#include "recorder/commands/verbs/merge_views.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

namespace {

// The readable part of a view as a recording in memory.
Result<std::unique_ptr<ReelReader>> read_view(const MatchReader& match, std::uint32_t view,
                                              const ProblemSink& problems,
                                              const StopSignals& stop) {
    Bytes bytes;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match.views()[view].info);
    if (const auto copied = match.copy_view(view, problems, writer, [&] { return stop.arrived(); });
        !copied)
        return copied.error();
    if (const auto done = writer.finish(); !done) return done.error();
    return ReelReader::open(memory_source(std::move(bytes)));
}

// Those of the damaged file: what is left of a view may no longer tell where it belongs.
std::vector<MatchPlan::World> known_segments(const MatchReader& match,
                                             std::span<const ViewSource> views,
                                             std::span<const std::uint32_t> numbers) {
    std::vector<MatchPlan::World> worlds;
    for (std::uint32_t view = 0; view < views.size(); ++view)
        for (std::uint32_t segment = 0; segment < views[view].reel->segments().size(); ++segment) {
            const auto world = match.in_world(numbers[view], {segment, 0});
            if (!world) return {};
            worlds.resize(std::max<std::size_t>(worlds.size(), world->segment + 1));
            worlds[world->segment].parts.push_back({view, segment});
        }
    std::erase_if(worlds, [](const MatchPlan::World& world) { return world.parts.empty(); });
    return worlds;
}

// How many snapshots each view still has, and what else went.
std::string recovered_text(std::span<const ViewSource> views, const MatchReader& match) {
    std::string text =
        fmt::format("Recovered {} of {}:\n", views.size(), plural(match.views().size(), "view"));
    for (const ViewSource& view : views) {
        std::uint64_t snapshots = 0;
        for (const ChunkInfo& chunk : view.reel->chunks()) snapshots += chunk.snapshots;
        text += fmt::format("  {}: {}\n", printable(view.name), plural(snapshots, "snapshot"));
    }
    for (const Damage& damage : match.damage())
        text += fmt::format("  {} bytes at offset {}: {}\n", damage.length, damage.offset,
                            printable(damage.what));
    if (!match.finished()) text += "It is not finished: what came after the end is not in it.\n";
    return text;
}

}  // namespace

int recover_match(const CommandLine& line, const std::string& path, const OutputOptions& output) {
    if (const auto allowed = check_output(output, OutputKind::Binary); !allowed)
        return line.failed(output.path, allowed.error().message);
    auto source = open_file(path);
    auto match = source ? MatchReader::open(*std::move(source))
                        : Result<std::unique_ptr<MatchReader>>(source.error());
    if (!match) return line.failed(path, match.error().message);
    std::uint64_t problems = 0;
    // Each view is read from the same chunks: what is wrong with them is said once.
    std::set<std::string> said;
    const ProblemSink count = [&, tell = line.losses(path, problems)](const Problem& problem) {
        if (said.insert(problem.message).second) tell(problem);
    };
    const StopSignals stop;
    std::vector<std::unique_ptr<ReelReader>> reels;
    std::vector<ViewSource> views;
    std::vector<std::uint32_t> numbers;  // in the damaged file
    for (std::uint32_t view = 0; view < (*match)->views().size(); ++view) {
        const std::string& name = (*match)->views()[view].name;
        auto reel = read_view(**match, view, count, stop);
        if (stop.arrived()) return line.failed(path, kInterrupted);
        if (!reel || (*reel)->chunks().empty()) {
            ++problems;
            line.warn(path, fmt::format("view '{}': {}", printable(name),
                                        reel ? "no snapshot of it can be read"
                                             : printable(reel.error().message)));
            continue;
        }
        views.push_back({reel->get(), name});
        numbers.push_back(view);
        reels.push_back(*std::move(reel));
    }
    if (views.empty()) return line.failed(path, "no snapshot of any view can be read");
    const std::vector<std::string> paths(views.size(), path);
    const int written = write_match_file(line, views, paths, output, ViewClocks::OfOne, count,
                                         known_segments(**match, views, numbers));
    if (written != kExitDone) return written;
    if (const auto checked = (*match)->check_other_records(); !checked)
        return line.failed(path, checked.error().message);
    const bool whole = problems == 0 && (*match)->damage().empty() && (*match)->finished();
    if (line.common().quiet && !whole && problems == 0)
        return report_match_damage(line, path, **match, problems);
    if (!line.common().quiet)
        fmt::print(stderr, "{}{}", recovered_text(views, **match),
                   whole ? "Nothing was lost.\n" : "");
    return whole ? kExitDone : kExitDataLost;
}

}  // namespace tickreel
