// Arithmetic of TickBounds.
#include <algorithm>
#include <iterator>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

namespace {

using Places = std::shared_ptr<const PlaceSet>;

Places either(const Places& a, const Places& b) {
    if (!a || !b) return nullptr;
    auto all = std::make_shared<PlaceSet>(*a);
    all->insert(b->begin(), b->end());
    return all;
}

Places common(const Places& a, const Places& b) {
    if (!a || !b) return a ? a : b;
    auto left = std::make_shared<PlaceSet>();
    std::set_intersection(a->begin(), a->end(), b->begin(), b->end(),
                          std::inserter(*left, left->end()));
    return left;
}

}  // namespace

TickBounds hull(const TickBounds& a, const TickBounds& b) {
    const bool few = a.few && b.few && a.few->last == b.few->last;
    return {std::min(a.from, b.from),
            std::max(a.to, b.to),
            std::min(a.time_from, b.time_from),
            std::max(a.time_to, b.time_to),
            either(a.places, b.places),
            few ? std::optional(FewRows{std::max(a.few->rows, b.few->rows), a.few->last})
                : std::nullopt};
}

// Few rows of one are not few of what the other leaves.
TickBounds both(const TickBounds& a, const TickBounds& b) {
    return {std::max(a.from, b.from),           std::min(a.to, b.to),
            std::max(a.time_from, b.time_from), std::min(a.time_to, b.time_to),
            common(a.places, b.places),         std::nullopt};
}

}  // namespace tickreel
