#include "recorder/commands/place.h"

#include <algorithm>
#include <limits>

#include "tickreel/base/concat.h"
#include "tickreel/base/parse_number.h"

namespace tickreel {

namespace {

std::string extent(const Timeline& timeline) {
    return moment_text(timeline, timeline.first()) + " to " +
           moment_text(timeline, timeline.last()) + ", 0:00.00 to " +
           Timeline::format_time(timeline.seconds(timeline.last()));
}

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

std::string ambiguity(const Timeline& timeline, std::string_view text, const MomentRange& taken) {
    const std::size_t dots = text.find("..");
    const std::string_view ends[]{text.substr(0, dots), text.substr(dots + 2)};
    Tick from = std::numeric_limits<Tick>::min();
    Tick to = std::numeric_limits<Tick>::max();
    const bool bare_from = is_bare(ends[0], from);
    const bool bare_to = is_bare(ends[1], to);
    if ((!bare_from && !ends[0].empty()) || (!bare_to && !ends[1].empty())) return "";
    if (bare_to && to != std::numeric_limits<Tick>::min()) --to;
    const std::string others = others_with(timeline, from, to, taken);
    return others.empty() ? "" : concat("takes ticks ", text, others);
}

}  // namespace

Result<Place> parse_place(const CommandLine& line, std::string_view path, const Timeline& timeline,
                          std::string_view text, std::optional<std::uint32_t> start) {
    if (timeline.empty()) return fail("contains no snapshots");
    const Result<Moment> moment =
        timeline.locate_after(text, start.value_or(0), Timeline::Side::From);
    if (!moment) return moment.error();
    Place place{*moment, ""};
    Tick tick = 0;
    const bool bare = is_bare(text, tick);
    if (!timeline.contains(*moment)) {
        const Moment other = bare && start ? *timeline.locate(text) : *moment;
        place.outside =
            timeline.contains(other)
                ? concat("'", text, "' is in no segment from ", *start, " on: write ",
                         moment_text(timeline, other), " for another")
                : concat("'", text, "' is outside the recording (ticks ", extent(timeline), ")");
    } else if (bare && !start) {
        const std::string others = others_with(timeline, tick, tick, {*moment, *moment});
        if (!others.empty()) line.warn(path, concat("takes tick ", text, others));
    }
    return place;
}

TickRange look_into(const ReelReader& reel, MomentRange range, std::string_view text) {
    TickRange found{range, ""};
    std::optional<Moment> first;
    const auto scanned = reel.scan(range, ignore_problems, [&](const Frame& frame) {
        first = frame.moment();
        return false;
    });
    if (scanned && first) {
        // Only segments that the recording has, from the first with a snapshot on. In the last one
        // ticks may be missing behind the last snapshot.
        if (range.from.segment < first->segment) found.moments.from = *first;
        if (const Moment end = reel.everything().to; range.to.segment > end.segment)
            found.moments.to = end;
        return found;
    }
    if (reel.timeline().empty())
        found.empty = "contains no snapshots";
    else
        found.empty = fail("has no snapshot in '", text, "' (the recording has ticks ",
                           extent(reel.timeline()), ")")
                          .message;
    return found;
}

Result<TickRange> parse_ticks(const CommandLine& line, std::string_view path,
                              const ReelReader& reel, std::string_view text) {
    if (text.empty()) return TickRange{reel.everything(), ""};
    if (reel.timeline().empty()) return fail("contains no snapshots");
    const Result<MomentRange> range = parse_range(reel.timeline(), text);
    if (!range) return range.error();
    TickRange found = look_into(reel, *range, text);
    if (const auto others = ambiguity(reel.timeline(), text, found.moments);
        found.empty.empty() && !others.empty())
        line.warn(path, others);
    return found;
}

Result<std::size_t> find_marker(const ReelReader& reel, std::string_view name) {
    const auto markers = reel.markers();
    std::vector<std::size_t> named;
    for (std::size_t i = 0; i < markers.size(); ++i)
        if (markers[i].text == name) named.push_back(i);
    const auto number = parse_number<std::size_t>(name);
    const bool numbered = number && *number >= 1 && *number <= markers.size();
    if (named.size() == 1) {
        if (!numbered || *number - 1 == named.front()) return named.front();
        return fail("has a marker number ", *number, " and a marker '", name, "', number ",
                    named.front() + 1, "; give that number, or the text of the other");
    }
    if (named.size() > 1)
        return fail("has ", named.size(), " markers '", name, "', number ", named[0] + 1, " and ",
                    named[1] + 1, named.size() > 2 ? " the first of them" : "",
                    "; give the number");
    if (numbered) return *number - 1;
    return fail("has no marker '", name, "'; 'tickreel list FILE markers' names them all");
}

std::string moment_text(const Timeline& timeline, Moment moment) {
    const std::string tick = std::to_string(moment.tick);
    if (timeline.segments().size() <= 1) return tick;
    return concat("s", moment.segment, ":", tick);
}

}  // namespace tickreel
