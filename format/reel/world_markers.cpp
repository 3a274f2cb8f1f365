#include "format/reel/world_markers.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tickreel {

namespace {

struct Marked {
    Marker marker{};
    std::uint32_t view = 0;
};

// In order, in moments of the world.
std::vector<Marked> markers_of_views(const MatchReader& match) {
    std::vector<Marked> all;
    for (std::uint32_t view = 0; view < match.views().size(); ++view)
        for (Marker marker : match.views()[view].markers)
            if (const auto moment = match.in_world(view, marker.moment)) {
                marker.moment = *moment;
                all.push_back({std::move(marker), view});
            }
    const auto earlier = [](const Marked& a, const Marked& b) {
        return a.marker.moment < b.marker.moment;
    };
    std::stable_sort(all.begin(), all.end(), earlier);
    return all;
}

}  // namespace

std::vector<Marker> world_markers(const MatchReader& match) {
    struct Last {
        Tick tick = 0;
        std::set<std::uint32_t> views{};
    };
    const auto second = static_cast<Tick>(match.info().ticks_per_second);
    std::map<std::tuple<std::uint32_t, std::string, std::uint32_t>, Last> known;
    std::vector<Marker> markers;
    for (Marked& one : markers_of_views(match)) {
        const Moment at = one.marker.moment;
        const auto [last, fresh] =
            known.try_emplace({at.segment, one.marker.text, one.marker.color}, Last{at.tick, {}});
        if (fresh || at.tick - last->second.tick > second ||
            last->second.views.contains(one.view)) {
            last->second = {at.tick, {}};
            markers.push_back(std::move(one.marker));
        }
        last->second.views.insert(one.view);
    }
    return markers;
}

}  // namespace tickreel
