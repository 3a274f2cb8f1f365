#include "recorder/commands/verbs/cut_view.h"

#include <fmt/format.h>

#include "recorder/commands/copy_reel.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

namespace {

constexpr std::string_view kUnion = "union";

// One line about what could not be read of the match file.
int report_damage(const CommandLine& line, const std::string& path, const MatchReader& match,
                  std::uint64_t problems) {
    const std::size_t places = match.damage().size();
    if (places == 0 && problems == 0 && match.finished()) return kExitDone;
    std::string text = places == 0 && problems == 0 ? "is not finished; its end may be missing"
                                                    : "is damaged: part of the view is missing";
    if (places != 0)
        text += fmt::format(" ({} at offset {}: {})", plural(places, "place"),
                            match.damage().front().offset, printable(match.damage().front().what));
    line.warn(path, text);
    return kExitDataLost;
}

}  // namespace

int cut_view(const CommandLine& line, const std::string& path, const std::string& view,
             const OutputOptions& output) {
    auto source = open_file(path);
    if (!source) return line.failed(path, source.error().message);
    const auto match = MatchReader::open(*std::move(source));
    if (!match) return line.failed(path, match.error().message);
    std::optional<std::uint32_t> number;
    if (view != kUnion) {
        const auto found = (*match)->find(view);
        if (!found) return line.failed(path, found.error().message);
        number = *found;
    }
    auto part =
        NewReel::create(output, number ? (*match)->views()[*number].info : (*match)->info());
    if (!part) return line.failed(output.path, part.error().message);
    std::uint64_t problems = 0;
    const ProblemSink count = [&](const Problem& problem) {
        ++problems;
        if (line.common().verbose > 0) line.warn(path, printable(problem.message));
    };
    const StopSignals stop;
    TallySink sink((*part)->writer());
    const auto stopped = [&] { return stop.arrived(); };
    const auto copied = number ? (*match)->copy_view(*number, count, sink, stopped)
                               : (*match)->copy_world(count, sink, stopped);
    if (!copied) return line.failed(path, copied.error().message);
    if (const auto done = (*part)->publish(); !done)
        return line.failed(output.path, done.error().message);
    if (!line.common().quiet) fmt::print(stderr, "Cut {}.\n", tally_text(sink.tally()));
    return report_damage(line, path, **match, problems);
}

}  // namespace tickreel
