#include "format/reel/codecs/event_views.h"

#include <algorithm>
#include <numeric>

#include "format/reel/view_rows.h"
#include "tickreel/reel/codec.h"

namespace tickreel::columns {

namespace {

// The lists at the end of a frame's events; empty: these are no lists of this type.
std::span<const Event> lists_at_end(const std::vector<Event>& events, TypeId type) {
    auto first = events.end();
    while (first != events.begin() && std::prev(first)->type == type) --first;
    return {first, events.end()};
}

// Adds what the lists say of each view. False: not what append_event_lists() would write.
bool read_lists(const std::vector<Event>& events, std::span<const Event> lists, ViewEvents& of) {
    const std::size_t own = events.size() - lists.size();
    std::vector<Row> rest(of.counts.size());
    for (const Event& event : lists) {
        const std::optional<ViewSet> who = read_view_set(event.row);
        if (!who || who->rest.size() > events.size()) return false;
        for (std::uint32_t view = 0; view < rest.size(); ++view)
            if (who->has(view)) rest[view] = who->rest;
    }
    std::size_t known = 0;
    for (std::size_t view = 0; view < rest.size(); ++view) {
        of.counts[view] = static_cast<std::uint32_t>(rest[view].size());
        for (const Word place : rest[view]) {
            if (place < 0 || static_cast<std::size_t>(place) > known) return false;
            if (static_cast<std::size_t>(place) == known) ++known;
            of.places.push_back(static_cast<std::uint32_t>(place));
        }
    }
    return known == own;
}

// Whether the frame's lists are those that its views have.
bool follows(const std::vector<Event>& events, const EventLists& lists) {
    const std::span<const Event> written = lists_at_end(events, lists.type);
    ViewEvents of;
    of.counts.resize(lists.views);
    if (!read_lists(events, written, of)) return false;
    std::vector<Event> made;
    std::uint64_t words = 0;
    return append_event_lists(lists, of, made, words).ok() &&
           std::equal(made.begin(), made.end(), written.begin(), written.end());
}

}  // namespace

std::optional<EventLists> find_event_lists(std::span<const Frame> frames) {
    const auto some = std::find_if(frames.begin(), frames.end(),
                                   [](const Frame& frame) { return !frame.events.empty(); });
    if (some == frames.end()) return std::nullopt;
    EventLists lists;
    lists.type = some->events.back().type;
    for (const Frame& frame : frames)
        for (const Event& event : lists_at_end(frame.events, lists.type)) {
            const std::optional<ViewSet> who = read_view_set(event.row);
            if (!who || who->mask.empty() || who->mask.size() > layout::kMaxViews) return {};
            lists.mask_words = static_cast<std::uint32_t>(who->mask.size());
            auto view = lists.mask_words * layout::kViewsPerWord;
            while (view > lists.views && !who->has(view - 1)) --view;
            lists.views = std::max(lists.views, view);
        }
    if (lists.views == 0 || lists.views > layout::kMaxViews ||
        frames.size() * lists.views > kMostViewFrames)
        return std::nullopt;
    const bool all = std::all_of(frames.begin(), frames.end(),
                                 [&](const Frame& frame) { return follows(frame.events, lists); });
    return all ? std::optional(lists) : std::nullopt;
}

ViewEvents events_of_views(const std::vector<Event>& events,
                           const std::optional<EventLists>& lists) {
    ViewEvents of;
    if (lists) {
        of.counts.resize(lists->views);
        read_lists(events, lists_at_end(events, lists->type), of);
        return of;
    }
    of.counts.push_back(static_cast<std::uint32_t>(events.size()));
    of.places.resize(events.size());
    std::iota(of.places.begin(), of.places.end(), 0U);
    return of;
}

Result<void> append_event_lists(const EventLists& lists, const ViewEvents& of,
                                std::vector<Event>& events, std::uint64_t& words) {
    struct List {
        std::uint32_t view = 0;
        std::span<const std::uint32_t> places{};
    };
    std::vector<List> all;
    std::span<const std::uint32_t> left = of.places;
    for (std::uint32_t view = 0; view < of.counts.size(); ++view) {
        if (of.counts[view] != 0) all.push_back({view, left.first(of.counts[view])});
        left = left.subspan(of.counts[view]);
    }
    const auto less = [](const List& a, const List& b) {
        return std::lexicographical_compare(a.places.begin(), a.places.end(), b.places.begin(),
                                            b.places.end());
    };
    std::stable_sort(all.begin(), all.end(), less);
    for (std::size_t i = 0; i < all.size();) {
        Event event;
        event.type = lists.type;
        event.row.resize(1 + std::size_t{lists.mask_words});
        event.row[0] = static_cast<Word>(lists.mask_words);
        std::size_t end = i;
        for (; end < all.size() && !less(all[i], all[end]); ++end) {
            const std::uint32_t view = all[end].view;
            event.row[1 + view / layout::kViewsPerWord] |= Word{1} << view % layout::kViewsPerWord;
        }
        for (const std::uint32_t place : all[i].places)
            event.row.push_back(static_cast<Word>(place));
        words += event_words(event);
        if (words > layout::kMaxChunkWords)
            return fail("the chunk holds more than ", layout::kMaxChunkWords, " words");
        events.push_back(std::move(event));
        i = end;
    }
    return {};
}

}  // namespace tickreel::columns
