// Arithmetic of TickBounds.
#include <algorithm>
#include <iterator>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

namespace {

// Of sorted values; nullptr is all there are.
template <class Values>
using Some = std::shared_ptr<const Values>;

template <class Values>
Some<Values> either(const Some<Values>& a, const Some<Values>& b) {
    if (!a || !b) return nullptr;
    auto all = std::make_shared<Values>();
    std::set_union(a->begin(), a->end(), b->begin(), b->end(), std::inserter(*all, all->end()));
    return all;
}

template <class Values>
Some<Values> common(const Some<Values>& a, const Some<Values>& b) {
    if (!a || !b) return a ? a : b;
    auto left = std::make_shared<Values>();
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
                : std::nullopt,
            either(a.ids, b.ids)};
}

// Few rows of one are not few of what the other leaves.
TickBounds both(const TickBounds& a, const TickBounds& b) {
    return {std::max(a.from, b.from),
            std::min(a.to, b.to),
            std::max(a.time_from, b.time_from),
            std::min(a.time_to, b.time_to),
            common(a.places, b.places),
            std::nullopt,
            common(a.ids, b.ids)};
}

TickBounds whole_steps(TickBounds bounds, std::span<const ReelFile> files) {
    const TickBounds all;
    const Tick from = bounds.from;
    for (const ReelFile& file : files) {
        if (file.steps.takes_all()) continue;
        if (from != all.from) bounds.from = std::min(bounds.from, file.steps.start_of(from));
        bounds.time_from = all.time_from;
        bounds.time_to = all.time_to;
        bounds.few.reset();
    }
    return bounds;
}

}  // namespace tickreel
