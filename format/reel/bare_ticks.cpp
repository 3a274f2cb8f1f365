#include "tickreel/reel/bare_ticks.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "tickreel/base/concat.h"
#include "tickreel/base/parse_number.h"

namespace tickreel {

namespace {

// " of segment 0; segments 1 and 3 have such ticks too: ...", or "".
std::string others_with(const Timeline& timeline, Tick from, Tick to, const MomentRange& taken) {
    std::vector<std::string> others;
    for (std::uint32_t i = 0; i < timeline.segments().size(); ++i) {
        const SegmentSpan& span = timeline.segments()[i];
        if (std::max(span.first, from) > std::min(span.last, to)) continue;
        if (i < taken.from.segment || i > taken.to.segment) others.push_back(std::to_string(i));
    }
    if (others.empty()) return "";
    const bool one = others.size() == 1;
    constexpr std::size_t kNamed = 5;
    if (others.size() > kNamed + 1) {
        const std::size_t more = others.size() - kNamed;
        others.resize(kNamed);
        others.push_back(concat(more, " more"));
    }
    std::string list = others[0];
    for (std::size_t i = 1; i < others.size(); ++i)
        list += (i + 1 == others.size() ? " and " : ", ") + others[i];
    const std::string own =
        taken.from.segment == taken.to.segment
            ? concat(" of segment ", taken.from.segment)
            : concat(" of segments ", taken.from.segment, " to ", taken.to.segment);
    return concat(own, "; segment", one ? " " : "s ", list, one ? " has" : " have",
                  " such ticks too: write s", others[0], ":TICK for those");
}

// One end of a range: whether it may be a tick of several segments.
bool is_bare(std::string_view end, Tick& tick) {
    const auto number = parse_number<Tick>(end);
    tick = number.value_or(tick);
    return number.has_value();
}

}  // namespace

std::string tick_in_others(const Timeline& timeline, Tick tick, Moment taken) {
    const std::string others = others_with(timeline, tick, tick, {taken, taken});
    return others.empty() ? "" : concat("takes tick ", tick, others);
}

std::string ticks_in_others(const Timeline& timeline, std::string_view text,
                            const MomentRange& taken) {
    const std::size_t dots = text.find("..");
    const std::string_view ends[]{text.substr(0, dots), text.substr(dots + 2)};
    Tick from = std::numeric_limits<Tick>::min();
    Tick to = std::numeric_limits<Tick>::max();
    const bool bare_from = is_bare(ends[0], from);
    const bool bare_to = is_bare(ends[1], to);
    if ((!bare_from && !ends[0].empty()) || (!bare_to && !ends[1].empty())) return "";
    if (bare_to && to != std::numeric_limits<Tick>::min()) --to;
    if (const std::string others = others_with(timeline, from, to, taken); !others.empty())
        return concat("takes ticks ", text, others);
    // From the beginning to a tick, but the maps before that one went on longer.
    const std::uint32_t last = taken.to.segment;
    if (bare_to && !bare_from && last < timeline.segments().size()) {
        const Tick first = timeline.segments()[last].first;
        for (const SegmentSpan& span : std::span(timeline.segments()).first(last))
            if (span.last > to)
                return first > to ? concat("takes all that is before segment ", last,
                                           ", which begins at tick ", first)
                                  : concat("takes all up to tick ", to + 1, " of segment ", last,
                                           ", and of the segments before it also what is later: "
                                           "write s",
                                           last, ":", first, "..s", last, ":", to + 1,
                                           " for that one alone");
    }
    // It runs over a change of the map, and a later segment has it all.
    for (std::uint32_t i = taken.from.segment + 1;
         bare_from && bare_to &&
         i < std::min<std::size_t>(taken.to.segment + std::size_t{1}, timeline.segments().size());
         ++i) {
        const SegmentSpan& span = timeline.segments()[i];
        if (span.first <= from && to <= span.last)
            return concat("takes ticks from ", from, " of segment ", taken.from.segment, " to ", to,
                          " of segment ", taken.to.segment, "; segment ", i,
                          " has all of them: write s", i, ":", from, "..s", i, ":", to + 1,
                          " for those");
    }
    return "";
}

}  // namespace tickreel
