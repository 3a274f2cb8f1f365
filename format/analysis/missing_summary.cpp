#include "tickreel/analysis/missing_summary.h"

#include <vector>

#include "format/analysis/missing_words.h"
#include "tickreel/analysis/extent.h"
#include "tickreel/analysis/maybe_lost.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/other_records.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

auto last_lost(std::span<const ChunkInfo> chunks) {
    return [chunks](const Gap& gap) { return last_lost_tick(chunks, gap); };
}

bool is_tail(const ReelReader& reel, const Damage& damage) {
    return !reel.finished() && damage.offset + damage.length >= reel.file_bytes();
}

}  // namespace

std::string missing_summary(const ReelReader& reel, MomentRange range) {
    // If the file cannot be read any more, reading has said so.
    static_cast<void>(check_other_records(reel));
    const Moment end = range.to;
    range = with_ends(reel, range);
    std::vector<Gap> gaps;
    const Damage* first = nullptr;
    const Damage* tail = nullptr;
    std::vector<Damage> inside;
    for (const Damage& damage : reel.damage()) {
        if (is_tail(reel, damage)) {
            tail = &damage;
            continue;
        }
        inside.push_back(damage);
        const std::vector<Gap> lost = ticks_lost_by(reel.chunks(), damage);
        bool concerned = lost.empty();
        for (const Gap& gap : lost) {
            if (!overlap(gap, range)) continue;
            concerned = true;
            gaps.push_back(gap);
        }
        if (concerned && (first == nullptr || (damage.ticks && !first->ticks))) first = &damage;
    }
    std::string text;
    const auto place = [&](Moment moment) { return moment_text(reel.timeline(), moment); };
    if (!gaps.empty())
        text = "ticks " + stretches_text(join_gaps(gaps), place, last_lost(reel.chunks())) +
               " are missing";
    if (const auto places = maybe_lost(reel, inside); !places.empty())
        text += concat(gaps.empty() ? "" : ", ", maybe_lost_text(reel, places), " may be missing",
                       gaps.empty() ? "" : " too");
    if (!text.empty()) text += ": ";
    if (first != nullptr && text.empty()) text = "no tick is missing, but the file is ";
    if (first != nullptr) text += where_text(*first);
    const bool complete = knows_all_chunks(reel);
    if (!reel.finished() && !(complete && first != nullptr) &&
        (reel.timeline().empty() || reel.timeline().last() < end))
        text += (text.empty() ? "" : "; ") +
                end_missing_text(reel.timeline().empty() ? "" : place(reel.timeline().last()), tail,
                                 complete);
    return text;
}

std::string missing_summary(const MatchReader& match) {
    static_cast<void>(match.check_other_records());  // as of a recording
    const auto chunks = match.chunks();
    const bool several = !chunks.empty() && chunks.back().segment != 0;
    const auto place = [&](Moment moment) {
        const std::string tick = std::to_string(moment.tick);
        return several ? concat("s", moment.segment, ":", tick) : tick;
    };
    const auto gaps = unreadable_ticks(chunks, match.damage());
    const Damage* first = nullptr;
    const Damage* tail = nullptr;
    for (const Damage& damage : match.damage()) {
        const bool at_end =
            !match.finished() && damage.offset + damage.length >= match.file_bytes();
        if (const Damage*& found = at_end ? tail : first; found == nullptr) found = &damage;
    }
    std::string text;
    if (!gaps.empty())
        text = "ticks " + stretches_text(gaps, place, last_lost(chunks)) +
               " are missing from its views";
    if (first != nullptr && gaps.empty())
        text = "no tick is known to be missing, but the file is " + where_text(*first);
    if (first != nullptr && !gaps.empty()) text += ": " + where_text(*first);
    if (!match.finished())
        text +=
            (text.empty() ? "" : "; ") +
            end_missing_text(
                chunks.empty() ? "" : place(Moment{chunks.back().segment, chunks.back().last_tick}),
                tail, match.ended());
    return text;
}

std::string missing_reason(const ReelReader& reel, Moment moment) {
    const Result<Statistics> counts = reel.statistics();  // with gaps that nobody noted
    for (const auto gaps :
         {reel.gaps(), counts ? std::span<const Gap>(counts->gaps) : std::span<const Gap>()})
        for (const Gap& gap : gaps)
            if (overlap(gap, {moment, {moment.segment, moment.tick + 1}}))
                return std::string(gap.why());
    return "";
}

std::string taken_instead(const ReelReader& reel, Moment wanted, Moment taken) {
    const std::string missing = missing_reason(reel, wanted);
    return "tick " + moment_text(reel.timeline(), wanted) +
           (missing.empty() ? " has no snapshot" : " is missing (" + missing + ")") + "; taking " +
           moment_text(reel.timeline(), taken);
}

}  // namespace tickreel
