#include "recorder/commands/verbs/cut_view.h"

#include <fmt/format.h>

#include "recorder/commands/copy_reel.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/stop_signals.h"

namespace tickreel {

int cut_view(const CommandLine& line, const std::string& path, const std::string& view,
             const OutputOptions& output) {
    const auto choice = choose_view(line, path, view);
    if (!choice) return kExitFailed;
    auto part = NewReel::create(output, choice->info());
    if (!part) return line.failed(output.path, part.error().message);
    const StopSignals stop;
    TallySink sink((*part)->writer());
    const auto copied = copy_choice(line, path, *choice, sink, [&] { return stop.arrived(); });
    if (!copied) return line.failed(path, copied.error().message);
    if (const auto done = (*part)->publish(); !done)
        return line.failed(output.path, done.error().message);
    if (!line.common().quiet) fmt::print(stderr, "Cut {}.\n", tally_text(sink.tally()));
    return *copied;
}

}  // namespace tickreel
