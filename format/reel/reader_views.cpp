#include "format/reel/reader_views.h"

#include <algorithm>

namespace tickreel {

namespace {

// Type ids are indices into the schema: a lost type is replaced by a nameless one, and a duplicate
// name gets its number appended.
Schema make_schema(const std::map<std::uint32_t, ItemType>& types, const UsedTypes& used) {
    Schema schema;
    std::set<std::string> names;
    std::uint32_t count = types.empty() ? 0 : types.rbegin()->first + 1;
    if (!used.empty()) count = std::max<std::uint32_t>(count, used.rbegin()->first + 1U);
    for (std::uint32_t id = 0; id < count; ++id) {
        const auto at = types.find(id);
        const auto use = used.find(static_cast<TypeId>(id));
        ItemType type = at != types.end()
                            ? at->second
                            : lost_type(static_cast<TypeId>(id),
                                        use != used.end() ? use->second : TypeUse::Item);
        while (!names.insert(type.name).second) type.name += concat("#", id);
        schema.add(std::move(type));
    }
    return schema;
}

std::vector<Segment> make_segments(const Catalog& catalog) {
    std::size_t count = catalog.segments.empty() ? 0 : catalog.segments.rbegin()->first + 1;
    if (!catalog.chunks.empty())
        count = std::max<std::size_t>(count, catalog.chunks.back().segment + std::size_t{1});
    std::vector<Segment> segments(count);
    for (const auto& [number, segment] : catalog.segments) segments[number] = segment;
    return segments;
}

Timeline make_timeline(const Catalog& catalog, std::size_t segments) {
    std::vector<SegmentSpan> spans(segments, SegmentSpan{0, -1});
    for (const ChunkInfo& chunk : catalog.chunks) {
        SegmentSpan& span = spans[chunk.segment];
        if (span.last < span.first) span.first = chunk.first_tick;
        span.last = chunk.last_tick;
    }
    return {std::move(spans), catalog.info.ticks_per_second};
}

void put_markers(const Catalog& catalog, ReaderViews& views) {
    for (const auto& [number, entry] : catalog.markers)
        if (!entry.deleted) views.marker_numbers.push_back(number);
    const auto moment = [&](std::uint32_t number) {
        return catalog.markers.at(number).marker.moment;
    };
    std::stable_sort(views.marker_numbers.begin(), views.marker_numbers.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return moment(a) < moment(b); });
    for (const std::uint32_t number : views.marker_numbers)
        views.markers.push_back(catalog.markers.at(number).marker);
}

}  // namespace

ReaderViews make_views(const Catalog& catalog, const UsedTypes& used) {
    ReaderViews views;
    views.info = catalog.info;
    views.schema = make_schema(catalog.types, used);
    views.segments = make_segments(catalog);
    views.timeline = make_timeline(catalog, views.segments.size());
    put_markers(catalog, views);
    for (const auto& [number, gap] : catalog.gaps) views.gaps.push_back(gap);
    std::stable_sort(views.gaps.begin(), views.gaps.end(), [](const Gap& a, const Gap& b) {
        return Moment{a.segment, a.from} < Moment{b.segment, b.from};
    });
    for (const auto& [number, entry] : catalog.attachments) {
        views.attachments.push_back(entry.info);
        views.attachment_entries.push_back(entry);
    }
    return views;
}

}  // namespace tickreel
