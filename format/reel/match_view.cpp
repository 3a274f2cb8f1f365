#include "format/reel/match_view.h"

#include <algorithm>

#include "tickreel/base/concat.h"

namespace tickreel {

MatchView make_match_view(const Catalog& catalog, std::uint32_t number) {
    const ViewEntry& entry = catalog.views.at(number);
    MatchView view;
    view.name = entry.name;
    view.info = catalog.info;
    view.info.start = entry.start;
    view.info.properties = entry.properties;
    for (const TypeId id : entry.types) {
        ItemType type = catalog.types.at(id);
        while (view.schema.find(type.name)) type.name += concat("#", id);  // ids are indices
        view.schema.add(std::move(type));
    }
    for (const ViewSegment& part : entry.segments) view.segments.push_back(part.segment);
    for (const auto& [n, gap] : catalog.view_gaps)
        if (gap.view == number) view.gaps.push_back(gap.gap);
    for (const auto& [n, marker] : catalog.view_markers)
        if (marker.view == number) view.markers.push_back(marker.marker);
    std::stable_sort(
        view.gaps.begin(), view.gaps.end(),
        [](const Gap& a, const Gap& b) {
            return Moment{a.segment, a.from} < Moment{b.segment, b.from};
        });
    std::stable_sort(view.markers.begin(), view.markers.end(),
                     [](const Marker& a, const Marker& b) { return a.moment < b.moment; });
    for (const std::uint32_t n : entry.attachments)
        if (const auto known = catalog.attachments.find(n); known != catalog.attachments.end())
            view.attachments.push_back(known->second.info);
    return view;
}

Result<void> check_views(const Catalog& catalog) {
    if (catalog.views.empty()) return fail("the definitions of its views are lost");
    for (const auto& [number, view] : catalog.views)
        for (const TypeId id : view.types)
            if (!catalog.types.contains(id))
                return fail("type ", id, " of view ", number + 1, " is lost");
    if (catalog.views.rbegin()->first + 1 != catalog.views.size())
        return fail("the definition of one of its views is lost");
    return {};
}

}  // namespace tickreel
