#include "tickreel/analysis/missing_summary.h"

#include <algorithm>
#include <vector>

#include "tickreel/analysis/extent.h"
#include "tickreel/analysis/maybe_lost.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/other_records.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

constexpr std::size_t kNamedStretches = 8;

bool is_tail(const ReelReader& reel, const Damage& damage) {
    return !reel.finished() && damage.offset + damage.length >= reel.file_bytes();
}

bool concerns(const Gap& gap, MomentRange range) {
    return Moment{gap.segment, gap.from} < range.to && range.from < Moment{gap.segment, gap.to};
}

// `place` names a moment.
template <typename Place>
std::string stretches(const std::vector<Gap>& gaps, const Place& place) {
    std::vector<Gap> named;  // one that two damages cost is one
    for (const Gap& gap : gaps) {
        const bool goes_on =
            !named.empty() && named.back().segment == gap.segment && named.back().to >= gap.from;
        if (goes_on)
            named.back().to = std::max(named.back().to, gap.to);
        else
            named.push_back({gap.segment, gap.from, gap.to, {}});
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(named.size(), kNamedStretches); ++i)
        text += concat(i == 0 ? "" : ", ", place(Moment{named[i].segment, named[i].from}), "..",
                       named[i].to);
    if (named.size() > kNamedStretches)
        text += concat(" and ", named.size() - kNamedStretches, " more stretches");
    return text;
}

std::string where(const Damage& damage) {
    return concat("damaged at offset ", damage.offset, " (", damage.what, ")");
}

// A file without its footer may have had more behind what is there, up to tick `last`.
// `complete`: it ended there, and what follows is no part of it, or of a change to it.
std::string end_missing(const std::string& last, const Damage* tail, bool complete) {
    if (tail == nullptr && complete)
        return "no tick is missing at the end, but a change made later is not complete";
    if (complete)
        return concat("no tick is missing at the end, but ", tail->length,
                      " bytes follow it at offset ", tail->offset, " that are ", kAfterEnd);
    const std::string after = last.empty() ? std::string("no snapshot is left")
                                           : "what came after tick " + last + " is missing";
    if (tail != nullptr) return after + ": " + where(*tail);
    return after +
           ": the recording was not finished, its last bytes were cut off, or it is still "
           "being written";
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
            if (!concerns(gap, range)) continue;
            concerned = true;
            gaps.push_back(gap);
        }
        if (concerned && (first == nullptr || (damage.ticks && !first->ticks))) first = &damage;
    }
    std::string text;
    const auto place = [&](Moment moment) { return moment_text(reel.timeline(), moment); };
    if (!gaps.empty()) text = "ticks " + stretches(join_gaps(gaps), place) + " are missing";
    if (const auto places = maybe_lost(reel, inside); !places.empty())
        text += concat(gaps.empty() ? "" : ", ", maybe_lost_text(reel, places), " may be missing",
                       gaps.empty() ? "" : " too");
    if (!text.empty()) text += ": ";
    if (first != nullptr && text.empty()) text = "no tick is missing, but the file is ";
    if (first != nullptr) text += where(*first);
    const bool complete = knows_all_chunks(reel);
    if (!reel.finished() && !(complete && first != nullptr) &&
        (reel.timeline().empty() || reel.timeline().last() < end))
        text += (text.empty() ? "" : "; ") +
                end_missing(reel.timeline().empty() ? "" : place(reel.timeline().last()), tail,
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
    if (!gaps.empty()) text = "ticks " + stretches(gaps, place) + " are missing from its views";
    if (first != nullptr && gaps.empty())
        text = "no tick is known to be missing, but the file is " + where(*first);
    if (first != nullptr && !gaps.empty()) text += ": " + where(*first);
    if (!match.finished())
        text +=
            (text.empty() ? "" : "; ") +
            end_missing(
                chunks.empty() ? "" : place(Moment{chunks.back().segment, chunks.back().last_tick}),
                tail, match.ended());
    return text;
}

}  // namespace tickreel
