#include "recorder/commands/verbs/cut_view.h"

#include <fmt/format.h>

#include "recorder/commands/copy_reel.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/union_notes.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

// What is lost of it.
Result<CopiedChoice> cut_one(const CommandLine& line, const std::string& path,
                             const ViewChoice& choice, GapsOfView gaps, const OutputOptions& output,
                             const StopSignals& stop) {
    auto part = NewReel::create(output, choice.info());
    if (!part) return fail(output.path, ": ", part.error().message);
    TallySink sink((*part)->writer());
    const auto copied = copy_choice(line, path, choice, gaps, sink, [&] { return stop.arrived(); });
    if (!copied) return copied.error();
    if (const auto done = (*part)->publish(); !done)
        return fail(output.path, ": ", done.error().message);
    if (!line.common().quiet)
        fmt::print(stderr, "Cut {}{}.\n", tally_text(sink.tally()),
                   choice.number ? "" : "; what each client sent, like its inputs, is in no union");
    return copied;
}

// OUT-1.reel, OUT-2.reel ... and, numbered behind them, OUT-9-union.reel.
std::vector<std::string> output_names(const std::string& output, std::size_t views) {
    std::vector<std::string> names;
    for (std::size_t view = 0; view <= views; ++view)
        names.push_back(numbered_path(output, concat(view + 1, view < views ? "" : "-union")));
    return names;
}

Result<std::uint64_t> cut_all(const CommandLine& line, const std::string& path, ViewChoice& choice,
                              GapsOfView gaps, const OutputOptions& output,
                              const std::vector<std::string>& names, const StopSignals& stop) {
    const auto views = static_cast<std::uint32_t>(choice.match->views().size());
    ProgressBar bar(line.progress_wanted(), "cutting");
    std::uint64_t problems = 0;
    for (std::uint32_t view = 0; view <= views; ++view) {
        choice.number = view < views ? std::optional(view) : std::nullopt;
        const auto cut = cut_one(line, path, choice, gaps, {names[view], output.force}, stop);
        if (!cut) return cut.error();
        problems += cut->problems;
        bar.show((view + 1.0) / (views + 1.0));
    }
    return problems;
}

}  // namespace

int cut_view(const CommandLine& line, const std::string& path, const std::string& view,
             GapsOfView gaps, const OutputOptions& output) {
    const bool all = same_but_case(view, kAllViews);
    if (all && output.path == "-") return line.misused("--view all writes several recordings");
    auto choice = choose_view(line, path, all ? "union" : view);
    if (!choice) return kExitFailed;
    std::vector<std::string> names;
    if (all) names = output_names(output.path, choice->match->views().size());
    for (const std::string& name : names)
        if (const auto refused = refuse_own_input(line, {path}, name)) return *refused;
    if (!choice->number) warn_numbered_apart(line, path, numbered_apart_note(*choice->match));
    const StopSignals stop;
    if (all) {
        const auto problems = cut_all(line, path, *choice, gaps, output, names, stop);
        if (!problems) return line.failed(path, problems.error().message);
        return report_match_damage(line, path, *choice->match, *problems);
    }
    const auto cut = cut_one(line, path, *choice, gaps, output, stop);
    if (!cut) return line.failed(path, cut.error().message);
    return report_losses(line, path, cut->losses, cut->problems);
}

}  // namespace tickreel
