#include "recorder/commands/known_damage.h"

#include <algorithm>
#include <vector>

#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"

namespace tickreel {

namespace {

constexpr std::size_t kNamedStretches = 8;
constexpr std::string_view kNext = "'tickreel verify' says more";

bool is_tail(const ReelReader& reel, const Damage& damage) {
    return !reel.finished() && damage.offset + damage.length >= reel.file_bytes();
}

// Without ticks nobody knows what is missing: it may be any.
bool concerns(const Damage& damage, MomentRange range) {
    if (!damage.ticks) return true;
    const Gap& gap = *damage.ticks;
    return Moment{gap.segment, gap.from} < range.to && range.from < Moment{gap.segment, gap.to};
}

bool holds(const Gap& gap, Moment moment) {
    return gap.segment == moment.segment && gap.from <= moment.tick && moment.tick < gap.to;
}

// In the order of the recording, what overlaps or touches as one.
std::vector<Gap> joined(std::vector<Gap> gaps) {
    std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) {
        return Moment{a.segment, a.from} < Moment{b.segment, b.from};
    });
    std::vector<Gap> out;
    for (const Gap& gap : gaps) {
        if (!out.empty() && out.back().segment == gap.segment && gap.from <= out.back().to)
            out.back().to = std::max(out.back().to, gap.to);
        else
            out.push_back(gap);
    }
    return out;
}

std::string stretches(const ReelReader& reel, const std::vector<Gap>& gaps) {
    std::string text;
    for (std::size_t i = 0; i < std::min(gaps.size(), kNamedStretches); ++i)
        text += (i == 0 ? "" : ", ") +
                moment_text(reel.timeline(), {gaps[i].segment, gaps[i].from}) + ".." +
                std::to_string(gaps[i].to);
    if (gaps.size() > kNamedStretches)
        text += " and " + std::to_string(gaps.size() - kNamedStretches) + " more stretches";
    return text;
}

std::string where(const Damage& damage) {
    return "damaged at offset " + std::to_string(damage.offset) + " (" + printable(damage.what) +
           ")";
}

// A file without its footer may have had more behind what is there.
std::string end_missing(const ReelReader& reel, const Damage* tail) {
    const std::string after = reel.timeline().empty()
                                  ? "no snapshot is left"
                                  : "what came after tick " +
                                        moment_text(reel.timeline(), reel.timeline().last()) +
                                        " is missing";
    if (tail != nullptr) return after + ": " + where(*tail);
    return after +
           ": the recording was not finished, its last bytes were cut off, or it is still "
           "being written";
}

}  // namespace

std::string missing_text(const ReelReader& reel, MomentRange range) {
    std::vector<Gap> gaps;
    const Damage* first = nullptr;
    const Damage* tail = nullptr;
    bool unknown = false;
    for (const Damage& damage : reel.damage()) {
        if (is_tail(reel, damage)) {
            tail = &damage;
            continue;
        }
        if (!concerns(damage, range)) continue;
        if (first == nullptr) first = &damage;
        if (damage.ticks)
            gaps.push_back(*damage.ticks);
        else
            unknown = true;
    }
    std::string text;
    if (!gaps.empty()) text = "ticks " + stretches(reel, joined(gaps)) + " are missing: ";
    if (unknown) text += gaps.empty() ? "ticks may be missing: " : "others may be too: ";
    if (first != nullptr) text += where(*first);
    if (!reel.finished() && (reel.timeline().empty() || reel.timeline().last() < range.to))
        text += (text.empty() ? "" : "; ") + end_missing(reel, tail);
    return text;
}

ProblemSink ReadLosses::sink() {
    return [this](const Problem& problem) {
        if (problems_++ == 0) first_problem_ = problem.message;
        if (line_.common().verbose > 0) line_.warn(path_, printable(problem.message));
    };
}

int ReadLosses::report(MomentRange range) const {
    std::string text = missing_text(reel_, range);
    if (text.empty() && problems_ != 0) text = printable(first_problem_);
    if (text.empty()) return kExitDone;
    line_.warn(path_, text + "; " + std::string(kNext));
    return kExitDataLost;
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

std::string why_missing(const ReelReader& reel, Moment moment) {
    for (const Gap& gap : reel.gaps())
        if (holds(gap, moment)) return gap.reason.empty() ? "no snapshot arrived" : gap.reason;
    return "";
}

}  // namespace tickreel
