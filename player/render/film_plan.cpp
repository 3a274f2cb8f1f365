#include "player/render/film_plan.h"

#include <algorithm>
#include <cmath>

namespace tickreel {

namespace {

bool has_ticks(const SegmentSpan& span) {
    return span.first <= span.last;
}

// Ticks behind the end of a segment are in no segment: what follows them is the next one.
std::optional<Moment> first_from(const Timeline& timeline, Moment from) {
    const auto& segments = timeline.segments();
    for (std::uint32_t i = from.segment; i < segments.size(); ++i) {
        const SegmentSpan& span = segments[i];
        if (!has_ticks(span)) continue;
        if (i > from.segment) return Moment{i, span.first};
        if (from.tick <= span.last) return Moment{i, std::max(from.tick, span.first)};
    }
    return {};
}

std::optional<Moment> last_before(const Timeline& timeline, Moment to) {
    const auto& segments = timeline.segments();
    for (std::size_t i = std::min<std::size_t>(segments.size(), to.segment + std::size_t{1}); i > 0;
         --i) {
        const SegmentSpan& span = segments[i - 1];
        const auto segment = static_cast<std::uint32_t>(i - 1);
        if (!has_ticks(span)) continue;
        if (segment < to.segment) return Moment{segment, span.last};
        if (span.first < to.tick) return Moment{segment, std::min(to.tick - 1, span.last)};
    }
    return {};
}

}  // namespace

double FilmPlan::position(std::int64_t picture) const {
    return std::min(from + static_cast<double>(picture) * step, last);
}

std::optional<FilmPlan> plan_film(const Timeline& timeline, const MomentRange& range, double step) {
    const std::optional<Moment> first = first_from(timeline, range.from);
    const std::optional<Moment> last = last_before(timeline, range.to);
    if (!first || !last || *last < *first) return {};
    const bool to_the_end = !timeline.contains(range.to);
    const auto from = static_cast<double>(timeline.position(*first));
    const auto to = static_cast<double>(timeline.position(to_the_end ? *last : range.to));
    const double pictures = std::ceil((to - from + (to_the_end ? 1 : 0)) / step);
    FilmPlan plan{from, step, static_cast<std::int64_t>(std::min(pictures, kMostPictures + 1)), to};
    if (to_the_end && plan.position(plan.pictures - 1) < plan.last) ++plan.pictures;
    return plan;
}

}  // namespace tickreel
