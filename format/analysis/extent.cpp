#include "tickreel/analysis/extent.h"

#include "tickreel/base/concat.h"

namespace tickreel {

std::string moment_text(const Timeline& timeline, Moment moment) {
    const std::string tick = std::to_string(moment.tick);
    if (timeline.segments().size() <= 1) return tick;
    return concat("s", moment.segment, ":", tick);
}

std::string extent_text(const Timeline& timeline) {
    constexpr std::size_t kMostListed = 6;
    const auto& spans = timeline.segments();
    std::string ticks;
    if (spans.size() > 1 && spans.size() <= kMostListed) {
        for (std::size_t i = 0; i < spans.size(); ++i)
            if (spans[i].first <= spans[i].last)
                ticks +=
                    concat(ticks.empty() ? "" : ", ",
                           moment_text(timeline, {static_cast<std::uint32_t>(i), spans[i].first}),
                           " to ", spans[i].last);
    } else {
        ticks = concat(moment_text(timeline, timeline.first()), " to ",
                       moment_text(timeline, timeline.last()));
    }
    return concat(ticks, ", 0:00.00 to ", Timeline::format_time(timeline.seconds(timeline.last())));
}

std::string outside_text(const Timeline& timeline, std::string_view place) {
    return concat("'", place, "' is outside the recording (ticks ", extent_text(timeline), ")");
}

std::string beyond_text(const Timeline& timeline, std::string_view text, const MomentRange& range) {
    const Moment last = timeline.last();
    bool inside = timeline.first() <= range.from && range.to <= Moment{last.segment, last.tick + 1};
    if (inside) {
        // Up to before a segment begins is up to where the one before ends.
        const SegmentSpan& first = timeline.segments()[range.from.segment];
        const SegmentSpan& end = timeline.segments()[range.to.segment];
        inside = first.first <= range.from.tick && range.from.tick <= first.last + 1 &&
                 range.to.tick <= end.last + 1;
    }
    if (inside) return "";
    return concat("'", text, "' reaches beyond the recording (ticks ", extent_text(timeline), ")");
}

std::string none_in_text(const Timeline& timeline, std::string_view text) {
    return concat("has no snapshot in '", text, "' (the recording has ticks ",
                  extent_text(timeline), ")");
}

}  // namespace tickreel
