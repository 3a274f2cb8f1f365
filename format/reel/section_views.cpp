// The sections of match files: views, the types that are about them, their gaps and markers.
#include <algorithm>
#include <set>

#include "format/reel/section_lists.h"
#include "format/reel/sections.h"
#include "format/reel/views_layout.h"

namespace tickreel {

namespace {

void write_view(const ViewEntry& view, ByteWriter& out) {
    ByteWriter content;
    content.text(view.name);
    content.i64(view.start.count());
    content.i64(view.clock.count());
    write_property_list(view.properties, content);
    content.varint(view.types.size());
    for (const TypeId type : view.types) content.varint(type);
    content.varint(view.segments.size());
    for (const ViewSegment& part : view.segments) {
        content.varint(part.world);
        write_segment(part.segment, content);
    }
    content.varint(view.attachments.size());
    for (const std::uint32_t number : view.attachments) content.varint(number);
    out.varint(content.size());
    out.bytes(content.data());
}

// Each entry takes at least a byte.
std::uint64_t read_count(ByteReader& in) {
    const std::uint64_t count = in.varint();
    if (count > in.left()) in.fail();
    return in.failed() ? 0 : count;
}

void read_view_content(ByteReader& in, ViewEntry& view) {
    view.name = in.text();
    view.start = std::chrono::nanoseconds(in.i64());
    view.clock = std::chrono::nanoseconds(in.i64());
    if (!read_properties(in, view.properties)) in.fail();
    std::set<std::uint64_t> types;  // of its own types none is another
    for (std::uint64_t n = read_count(in); n > 0 && !in.failed(); --n) {
        const std::uint64_t type = in.varint();
        if (type >= layout::kMaxTypes || !types.insert(type).second) in.fail();
        view.types.push_back(static_cast<TypeId>(type));
    }
    for (std::uint64_t n = read_count(in); n > 0 && !in.failed(); --n) {
        ViewSegment part;
        const std::uint64_t world = in.varint();
        part.world = static_cast<std::uint32_t>(world);
        part.segment = read_segment(in);
        // A view passes through the segments of the file in order.
        const bool rises = view.segments.empty() || part.world > view.segments.back().world;
        if (world >= layout::kMaxSegments || !rises) in.fail();
        view.segments.push_back(std::move(part));
    }
    for (std::uint64_t n = read_count(in); n > 0 && !in.failed(); --n)
        view.attachments.push_back(static_cast<std::uint32_t>(in.varint()));
}

ViewEntry read_view(ByteReader& in) {
    ViewEntry view;
    const std::uint64_t length = in.varint();
    if (length > in.left()) in.fail();
    if (in.failed()) return view;
    ByteReader content(in.bytes(static_cast<std::size_t>(length)));
    read_view_content(content, view);
    if (content.failed()) in.fail();
    return view;
}

void write_view_type(const ViewType& type, ByteWriter& out) {
    out.varint(type.type);
    out.varint(static_cast<std::uint64_t>(type.use));
    out.varint(type.of);
}

ViewType read_view_type(ByteReader& in) {
    const std::uint64_t type = in.varint();
    const std::uint64_t use = in.varint();
    const std::uint64_t of = in.varint();
    if (type >= layout::kMaxTypes || of >= layout::kMaxTypes ||
        use > static_cast<std::uint64_t>(ViewUse::Variant))
        in.fail();
    return {static_cast<TypeId>(type), static_cast<ViewUse>(use & 3), static_cast<TypeId>(of)};
}

void write_view_gap(const ViewGap& entry, ByteWriter& out) {
    out.varint(entry.view);
    write_gap(entry.gap, out);
}

ViewGap read_view_gap(ByteReader& in) {
    const auto view = static_cast<std::uint32_t>(in.varint());
    return {view, read_gap(in)};
}

void write_view_marker(const ViewMarker& entry, ByteWriter& out) {
    out.varint(entry.view);
    write_marker({entry.marker, false}, out);
}

ViewMarker read_view_marker(ByteReader& in) {
    const auto view = static_cast<std::uint32_t>(in.varint());
    return {view, read_marker(in).marker};
}

}  // namespace

void write_view_sections(const Catalog& catalog, const CatalogMark& from, ByteWriter& out) {
    write_list(layout::kViews, catalog.views, from.views, out, write_view);
    write_list(layout::kViewTypes, catalog.view_types, from.view_types, out, write_view_type);
    write_list(layout::kViewGaps, catalog.view_gaps, from.view_gaps, out, write_view_gap);
    write_list(layout::kViewMarkers, catalog.view_markers, from.view_markers, out,
               write_view_marker);
}

Result<bool> read_view_section(std::uint64_t id, ByteReader& in, std::uint64_t end, Catalog& into) {
    const std::uint64_t limit = std::min<std::uint64_t>(end, layout::kMaxViewListed);
    Result<void> read;
    switch (id) {
        case layout::kViews:
            read = read_list(in, layout::kMaxViews, "views", into.views, read_view);
            break;
        case layout::kViewTypes:
            read = read_list(in, layout::kMaxTypes, "view types", into.view_types, read_view_type);
            break;
        case layout::kViewGaps:
            read = read_list(in, limit, "gaps of views", into.view_gaps, read_view_gap);
            break;
        case layout::kViewMarkers:
            read = read_list(in, limit, "markers of views", into.view_markers, read_view_marker);
            break;
        default:
            return false;
    }
    if (!read) return read.error();
    return true;
}

}  // namespace tickreel
