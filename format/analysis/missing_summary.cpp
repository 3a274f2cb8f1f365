#include "tickreel/analysis/missing_summary.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "tickreel/base/concat.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/other_records.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

constexpr std::size_t kNamedStretches = 8;

std::string place_text(const ReelReader& reel, Moment moment) {
    const std::string tick = std::to_string(moment.tick);
    return reel.segments().size() > 1 ? concat("s", moment.segment, ":", tick) : tick;
}

bool is_tail(const ReelReader& reel, const Damage& damage) {
    return !reel.finished() && damage.offset + damage.length >= reel.file_bytes();
}

bool concerns(const Gap& gap, MomentRange range) {
    return Moment{gap.segment, gap.from} < range.to && range.from < Moment{gap.segment, gap.to};
}

std::string stretches(const ReelReader& reel, const std::vector<Gap>& gaps) {
    std::string text;
    for (std::size_t i = 0; i < std::min(gaps.size(), kNamedStretches); ++i)
        text += concat(i == 0 ? "" : ", ", place_text(reel, {gaps[i].segment, gaps[i].from}), "..",
                       gaps[i].to);
    if (gaps.size() > kNamedStretches)
        text += concat(" and ", gaps.size() - kNamedStretches, " more stretches");
    return text;
}

std::string where(const Damage& damage) {
    return concat("damaged at offset ", damage.offset, " (", damage.what, ")");
}

// A file without its footer may have had more behind what is there.
std::string end_missing(const ReelReader& reel, const Damage* tail) {
    const std::string after =
        reel.timeline().empty()
            ? "no snapshot is left"
            : "what came after tick " + place_text(reel, reel.timeline().last()) + " is missing";
    if (tail != nullptr) return after + ": " + where(*tail);
    return after +
           ": the recording was not finished, its last bytes were cut off, or it is still "
           "being written";
}

}  // namespace

std::string missing_summary(const ReelReader& reel, MomentRange range) {
    // If the file cannot be read any more, reading has said so.
    static_cast<void>(check_other_records(reel));
    // What is lost before the first snapshot or behind the last one is part of everything.
    const MomentRange all = reel.everything();
    if (range.from == all.from) range.from.tick = std::numeric_limits<Tick>::min();
    const Moment end = range.to;
    if (range.to == all.to) range.to.segment = std::numeric_limits<std::uint32_t>::max();
    std::vector<Gap> gaps;
    const Damage* first = nullptr;
    const Damage* tail = nullptr;
    bool unknown = false;
    for (const Damage& damage : reel.damage()) {
        if (is_tail(reel, damage)) {
            tail = &damage;
            continue;
        }
        // Without ticks nobody knows what is missing: it may be any. Unless it is no chunk.
        const std::vector<Gap> lost = ticks_lost_by(reel.chunks(), damage);
        bool concerned = lost.empty();
        unknown |= lost.empty() && !knows_all_chunks(reel);
        for (const Gap& gap : lost) {
            if (!concerns(gap, range)) continue;
            concerned = true;
            gaps.push_back(gap);
        }
        if (concerned && (first == nullptr || (damage.ticks && !first->ticks))) first = &damage;
    }
    std::string text;
    if (!gaps.empty()) text = "ticks " + stretches(reel, join_gaps(gaps)) + " are missing: ";
    if (unknown) text += gaps.empty() ? "ticks may be missing: " : "others may be too: ";
    if (first != nullptr && text.empty()) text = "no tick is missing, but the file is ";
    if (first != nullptr) text += where(*first);
    if (!reel.finished() && (reel.timeline().empty() || reel.timeline().last() < end))
        text += (text.empty() ? "" : "; ") + end_missing(reel, tail);
    return text;
}

}  // namespace tickreel
