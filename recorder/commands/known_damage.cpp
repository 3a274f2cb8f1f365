#include "recorder/commands/known_damage.h"

#include <algorithm>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

bool holds(const Gap& gap, Moment moment) {
    return gap.segment == moment.segment && gap.from <= moment.tick && moment.tick < gap.to;
}

}  // namespace

ProblemSink ReadLosses::sink() {
    return [this](const Problem& problem) {
        if (problems_++ == 0) first_problem_ = problem.message;
        if (line_.common().verbose > 0) line_.warn(path_, printable(problem.message));
    };
}

int ReadLosses::print(const MomentRange& range, std::string_view outcome) const {
    std::string text = printable(missing_summary(reel_, range));
    if (text.empty() && problems_ != 0) text = printable(first_problem_);
    if (text.empty()) return kExitDone;
    return line_.lost(path_, concat(outcome, outcome.empty() ? "" : ": ", text, "; ", kVerifyHint));
}

int ReadLosses::report_as(std::string_view outcome, MomentRange range,
                          std::string_view typed) const {
    return print(typed.find('%') == typed.npos ? range : reel_.everything(), outcome);
}

int ReadLosses::report(MomentRange range, std::string_view typed) const {
    return report_as({}, range, typed);
}

int ReadLosses::report(const TickRange& range, std::string_view typed) const {
    const int code = report(range.moments, typed);
    if (code == kExitDone && !range.empty.empty()) line_.warn(path_, range.empty);
    return code;
}

std::optional<int> ReadLosses::nothing_left(std::string_view outcome) const {
    if (!reel_.timeline().empty()) return std::nullopt;
    const int code = report_as(outcome);
    return code == kExitDone ? std::nullopt : std::optional(code);
}

Result<std::optional<Frame>> snapshot_at(const ReelReader& reel, Moment moment) {
    Result<Frame> frame = reel.at(moment);
    const std::optional<Frame> none;
    if (!frame) return reel.damage().empty() ? Result<std::optional<Frame>>(frame.error()) : none;
    if (moment < frame->moment() || frame->segment != moment.segment) return none;
    // Within a chunk nothing can be missing. Behind it, what damage took may have been nearer.
    const auto chunks = reel.chunks();
    const auto next = std::find_if(chunks.begin(), chunks.end(), [&](const ChunkInfo& chunk) {
        return moment < Moment{chunk.segment, chunk.first_tick};
    });
    if (next == chunks.begin()) return none;
    const ChunkInfo& holder = *(next - 1);
    if (moment <= Moment{holder.segment, holder.last_tick}) return std::optional(*frame);
    const std::uint64_t end = next == chunks.end() ? reel.file_bytes() : next->offset;
    for (const Damage& damage : reel.damage())
        if (damage.ticks ? holds(*damage.ticks, moment) ||
                               (damage.ticks->segment == moment.segment &&
                                frame->tick < damage.ticks->to && damage.ticks->from <= moment.tick)
                         : damage.offset >= holder.offset && damage.offset < end)
            return none;
    return std::optional(*frame);
}

}  // namespace tickreel
