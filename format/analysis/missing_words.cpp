#include "format/analysis/missing_words.h"

#include <algorithm>

#include "tickreel/base/concat.h"
#include "tickreel/reel/other_records.h"

namespace tickreel {

namespace {

constexpr std::size_t kNamedStretches = 8;

}  // namespace

bool overlap(const Gap& gap, MomentRange range) {
    return Moment{gap.segment, gap.from} < range.to && range.from < Moment{gap.segment, gap.to};
}

std::string stretches_text(const std::vector<Gap>& gaps,
                           const std::function<std::string(Moment)>& place,
                           const std::function<Tick(const Gap&)>& last) {
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
                       last(named[i]));
    if (named.size() > kNamedStretches)
        text += concat(" and ", named.size() - kNamedStretches, " more stretches");
    return text;
}

std::string where_text(const Damage& damage) {
    return concat("damaged at offset ", damage.offset, " (", damage.what, ")");
}

std::string end_missing_text(const std::string& last, const Damage* tail, bool complete) {
    if (tail == nullptr && complete)
        return "no tick is missing at the end, but a change made later is not complete";
    if (complete)
        return concat("no tick is missing at the end, but ", tail->length,
                      " bytes follow it at offset ", tail->offset, " that are ", kAfterEnd);
    const std::string after = last.empty() ? std::string("no snapshot is left")
                                           : "what came after tick " + last + " is missing";
    if (tail != nullptr) return after + ": " + where_text(*tail);
    return after +
           ": the recording was not finished, its last bytes were cut off, or it is still "
           "being written";
}

}  // namespace tickreel
