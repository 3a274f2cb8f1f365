#include "recorder/commands/verbs/merge_views.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/say.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/union_notes.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/exists_already.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/base/unfinished_file.h"

namespace tickreel {

namespace {

// Each is read in step with the others: a chunk of each is all that is needed.
constexpr std::size_t kCacheOfEach = 1U << 20;

struct Sources {
    std::vector<std::unique_ptr<ReelReader>> reels{};
    std::vector<ViewSource> views{};
};

bool open_sources(const CommandLine& line, const std::vector<std::string>& paths, Sources& into) {
    const std::vector<std::string> names = view_names(paths);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const std::string& path = paths[i];
        auto source = open_input(path);
        auto reel = source ? ReelReader::open(*std::move(source), {kCacheOfEach})
                           : Result<std::unique_ptr<ReelReader>>(source.error());
        if (!reel && is_match_file(path)) {
            open_reel(line, path);  // says which command makes a recording of it
            return false;
        }
        if (!reel) {
            line.failed(path, reel.error().message);
            return false;
        }
        if (is_union(**reel)) {
            line.failed(path, "is the union of views and no view itself",
                        "merge the views without it; 'cut --view union' makes it again");
            return false;
        }
        into.views.push_back({reel->get(), names[i]});
        into.reels.push_back(*std::move(reel));
    }
    return true;
}

// The frames of the file to write, as far as a bar needs to know.
std::uint64_t ticks_of(std::span<const ViewSource> views) {
    std::int64_t most = 1;
    for (const ViewSource& view : views) most = std::max(most, view.reel->timeline().length());
    return static_cast<std::uint64_t>(most);
}

Result<std::uint64_t> write_views(const CommandLine& line, std::span<const ViewSource> views,
                                  const MatchPlan& plan, const RecordingInfo& info,
                                  const ProblemSink& problems, std::unique_ptr<ByteSink> sink) {
    MatchWriter writer(std::move(sink), info, match_options());
    ProgressBar bar(line.progress_wanted(), "writing");
    const auto length = static_cast<double>(ticks_of(views));
    const StopSignals stop;
    std::uint64_t written = 0;
    const auto merged = merge_views(views, plan, problems, writer, [&](Moment) {
        bar.show(static_cast<double>(++written) / length);
        return stop.arrived();
    });
    if (!merged) return merged.error();
    if (const auto done = writer.finish(); !done) return done.error();
    return writer.bytes_written();
}

const std::string& path_of(const ViewSource& view, std::span<const ViewSource> sources,
                           std::span<const std::string> paths) {
    const auto same = [&view](const ViewSource& source) { return source.reel == view.reel; };
    const auto at = std::find_if(sources.begin(), sources.end(), same) - sources.begin();
    return paths[static_cast<std::size_t>(at)];
}

// `path`: its name, and then the one that it got.
Result<void> publish_match(UnfinishedFile& file, bool force, const OtherName& other_name,
                           std::string& path) {
    for (;;) {
        const auto published = file.publish(path, force ? IfExists::Replace : IfExists::Refuse);
        if (published || !other_name || published.error().message != kExistsAlready)
            return published;
        const auto other = other_name();
        if (!other) return other.error();
        path = *other;
    }
}

}  // namespace

std::vector<std::string> view_names(std::span<const std::string> paths) {
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        std::string stem = std::filesystem::path(path).stem().string();
        // --view takes these for the number of a view, or for all views.
        if (parse_number<unsigned>(stem) || same_but_case(stem, kUnionView) ||
            same_but_case(stem, kAllViews))
            stem.insert(0, "_");
        std::string name = stem;
        for (int n = 2; std::find(names.begin(), names.end(), name) != names.end(); ++n)
            name = fmt::format("{}-{}", stem, n);
        names.push_back(std::move(name));
    }
    return names;
}

int write_match_file(const CommandLine& line, std::span<const ViewSource> sources,
                     std::span<const std::string> paths, const OutputOptions& output,
                     ViewClocks clocks, const ProblemSink& problems,
                     std::vector<MatchPlan::World> segments, const OtherName& other_name) {
    const std::vector<ViewSource> views =
        segments.empty() ? by_stays(sources)
                         : std::vector<ViewSource>(sources.begin(), sources.end());
    auto planned = plan_match(views, clocks);
    if (const auto* no = std::get_if<NoMatch>(&planned))
        return line.failed(path_of(views[no->view], sources, paths), no->why,
                           clocks == ViewClocks::OfOne
                               ? "merge views of one match"
                               : "merge views of one match; with --one-clock, if one recorder "
                                 "made them all");
    const StopSignals stop;  // signals wait until the file is published or removed
    std::unique_ptr<UnfinishedFile> file;
    if (output.path != "-") {
        auto made = UnfinishedFile::create(output.path);
        if (!made) return line.failed(output.path, made.error().message);
        file = *std::move(made);
    }
    auto sink = file ? file->open() : create_file("-", IfExists::Replace);
    if (!sink) return line.failed(output.path, sink.error().message);
    MatchPlan& plan = std::get<MatchPlan>(planned);
    if (!segments.empty()) plan.segments = std::move(segments);
    const RecordingInfo info = match_info(views, plan);
    const auto bytes = write_views(line, views, plan, info, problems, *std::move(sink));
    if (!bytes) return line.failed(output.path, bytes.error().message);
    std::string path = output.path;
    if (file)
        if (const auto published = publish_match(*file, output.force, other_name, path); !published)
            return line.failed(path, published.error().message);
    if (!line.common().quiet)
        say("Merged {} into {}.\n", plural(views.size(), "view"), plural(*bytes, "byte"));
    std::vector<std::string> names;
    for (const ViewSource& view : views) names.push_back(view.name);
    warn_numbered_apart(line, path, numbered_apart_note(info, names));
    return kExitDone;
}

int merge_as_views(const CommandLine& line, const std::vector<std::string>& named,
                   const OutputOptions& output, ViewClocks clocks, const OtherName& other_name) {
    const OutputOptions checked{output.path, output.force || other_name};
    if (const auto allowed = check_output(checked, OutputKind::Binary); !allowed)
        return line.failed(output.path, allowed.error().message);
    RepeatedFiles repeated;
    const std::vector<std::string> paths = without_repeats(named, repeated);
    if (repeated.count != 0) line.warn(repeated.first, printable(repeated.text()));
    Sources sources;
    if (!open_sources(line, paths, sources)) return kExitFailed;
    std::vector<std::unique_ptr<ReadLosses>> losses;
    for (std::size_t i = 0; i < paths.size(); ++i)
        losses.push_back(std::make_unique<ReadLosses>(line, paths[i], *sources.reels[i]));
    int code = write_match_file(line, sources.views, paths, output, clocks, losses.front()->sink(),
                                {}, other_name);
    if (code != kExitDone) return code;
    for (const auto& loss : losses) code = std::max(code, loss->report());
    return code;
}

}  // namespace tickreel
