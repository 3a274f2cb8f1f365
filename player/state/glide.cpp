#include "player/state/glide.h"

#include <algorithm>
#include <cmath>

namespace tickreel {

namespace {

// Seconds. Servers send 25 or 50 snapshots a second, and 5 to a slow connection; a longer step is
// a pause.
constexpr double kLongestGlide = 0.2;

}  // namespace

std::optional<double> glide_share(const Timeline& timeline, const Frame* from, const Frame* to,
                                  double playhead, std::span<const Hole> holes) {
    if (from == nullptr || to == nullptr || from->segment != to->segment) return {};
    const std::int64_t begin = timeline.position(from->moment());
    const std::int64_t end = timeline.position(to->moment());
    const double share = (playhead - static_cast<double>(begin)) / static_cast<double>(end - begin);
    const bool pause =
        static_cast<double>(end - begin) > kLongestGlide * timeline.ticks_per_second();
    if (!(share > 0 && share < 1) || pause || hole_between(holes, begin, end)) return {};
    return share;
}

double ticks_into_hole(const Timeline& timeline, const Frame* from, double playhead,
                       std::span<const Hole> holes) {
    const auto here = static_cast<std::int64_t>(std::floor(playhead));
    // Another segment has other ticks.
    if (from == nullptr || hole_at(holes, here) == nullptr ||
        timeline.moment(here).segment != from->segment)
        return 0;
    return std::max(playhead - static_cast<double>(timeline.position(from->moment())), 0.0);
}

}  // namespace tickreel
