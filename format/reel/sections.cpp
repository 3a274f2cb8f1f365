#include "format/reel/sections.h"

#include <algorithm>
#include <bit>

#include "format/reel/section_lists.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

namespace {

void write_attachment(const AttachmentEntry& entry, ByteWriter& out) {
    out.text(entry.info.name);
    out.text(entry.info.media);
    out.varint(entry.info.bytes);
    out.text(entry.info.sha256);
    out.varint(entry.part_count);
    out.varint(entry.parts.size());
    for (const auto& [number, part] : entry.parts) {
        out.varint(number);
        out.varint(part.offset);
        out.varint(part.length);
    }
}

AttachmentEntry read_attachment(ByteReader& in) {
    AttachmentEntry entry;
    entry.info.name = in.text();
    entry.info.media = in.text();
    entry.info.bytes = in.varint();
    entry.info.sha256 = in.text();
    entry.part_count = static_cast<std::uint32_t>(in.varint());
    const std::uint64_t parts = in.varint();
    for (std::uint64_t i = 0; i < parts && !in.failed(); ++i) {
        const auto number = static_cast<std::uint32_t>(in.varint());
        FileSpan part;
        part.offset = in.varint();
        part.length = static_cast<std::uint32_t>(in.varint());
        entry.parts[number] = part;
        entry.info.stored_bytes += part.length;
    }
    return entry;
}

void write_properties(const std::map<std::string, std::string>& properties, ByteWriter& out) {
    if (properties.empty()) return;
    ByteWriter content;
    write_property_list(properties, content);
    write_section(layout::kProperties, content, out);
}

Result<void> read_record_types(ByteReader& in, std::set<std::uint16_t>& into) {
    const std::uint64_t count = in.varint();
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto type = static_cast<std::uint16_t>(in.varint());
        if (in.failed()) return fail("the list of record types ends in entry ", i);
        into.insert(type);
    }
    return {};
}

Result<void> read_section(std::uint64_t id, ByteReader& in, std::uint64_t end, Catalog& into) {
    // Each marker, gap and attachment occupies some bytes of the file.
    const std::uint64_t limit = std::min<std::uint64_t>(end, layout::kMaxListed);
    switch (id) {
        case layout::kAbout:
            read_about(in, into.info);
            return {};
        case layout::kProperties:
            return read_properties(in, into.info.properties);
        case layout::kTypes:
            return read_types(in, into.types);
        case layout::kSegments:
            return read_list(in, layout::kMaxSegments, "segments", into.segments, read_segment);
        case layout::kChunks:
            return read_chunks(in, end, into.chunks);
        case layout::kMarkers:
            return read_list(in, limit, "markers", into.markers, read_marker);
        case layout::kGaps:
            return read_list(in, limit, "gaps", into.gaps, read_gap);
        case layout::kAttachments:
            return read_list(in, limit, "attachments", into.attachments, read_attachment);
        case layout::kRecordTypes:
            return read_record_types(in, into.record_types);
        case layout::kStatistics: {
            Result<Statistics> statistics = read_statistics(in);
            if (!statistics) return statistics.error();
            into.statistics = std::move(*statistics);
            return {};
        }
        case layout::kTimeBack:
            into.time_back = in.varint();
            return {};
        default:
            break;
    }
    if (const Result<bool> views = read_view_section(id, in, end, into); !views)
        return views.error();
    else if (*views || id >= layout::kFirstOptionalSection)
        return {};
    return fail("section ", id, " is not known to this version; use a newer tickreel");
}

}  // namespace

void write_segment(const Segment& segment, ByteWriter& out) {
    out.text(segment.map);
    out.text(segment.map_sha256);
    out.text(segment.map_crc);
}

Segment read_segment(ByteReader& in) {
    Segment segment;
    segment.map = in.text();
    segment.map_sha256 = in.text();
    segment.map_crc = in.text();
    return segment;
}

void write_marker(const MarkerEntry& entry, ByteWriter& out) {
    out.u8(entry.deleted ? 1 : 0);
    out.varint(entry.marker.moment.segment);
    out.signed_varint(entry.marker.moment.tick);
    out.u32(entry.marker.color);
    out.text(entry.marker.text);
}

MarkerEntry read_marker(ByteReader& in) {
    MarkerEntry entry;
    entry.deleted = (in.u8() & 1) != 0;
    entry.marker.moment.segment = static_cast<std::uint32_t>(in.varint());
    entry.marker.moment.tick = in.signed_varint();
    entry.marker.color = in.u32();
    entry.marker.text = in.text();
    return entry;
}

void write_property_list(const std::map<std::string, std::string>& properties, ByteWriter& out) {
    out.varint(properties.size());
    for (const auto& [key, value] : properties) {
        out.text(key);
        out.text(value);
    }
}

Result<void> read_properties(ByteReader& in, std::map<std::string, std::string>& into) {
    const std::uint64_t count = in.varint();
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string key(in.text());
        const std::string value(in.text());
        if (in.failed()) return fail("the properties end in entry ", i, " of ", count);
        into[key] = value;
    }
    return {};
}

void write_about(const RecordingInfo& info, ByteWriter& out) {
    out.text(info.game);
    out.u64(std::bit_cast<std::uint64_t>(info.ticks_per_second));
    out.i64(info.start.count());
}

void read_about(ByteReader& in, RecordingInfo& into) {
    into.game = in.text();
    into.ticks_per_second = std::bit_cast<double>(in.u64());
    into.start = std::chrono::nanoseconds(in.i64());
}

CatalogMark end_of(const Catalog& catalog) {
    return {next_number(catalog.types),       next_number(catalog.segments),
            next_number(catalog.markers),     next_number(catalog.gaps),
            next_number(catalog.attachments), catalog.chunks.size(),
            next_number(catalog.views),       next_number(catalog.view_types),
            next_number(catalog.view_gaps),   next_number(catalog.view_markers)};
}

void write_definitions(const Catalog& catalog, const CatalogMark& from,
                       const std::map<std::string, std::string>& properties, ByteWriter& out) {
    write_properties(properties, out);
    if (catalog.types.lower_bound(from.types) != catalog.types.end()) {
        ByteWriter content;
        write_types(catalog.types, from.types, content);
        write_section(layout::kTypes, content, out);
    }
    write_list(layout::kSegments, catalog.segments, from.segments, out, write_segment);
    write_list(layout::kMarkers, catalog.markers, from.markers, out, write_marker);
    write_list(layout::kGaps, catalog.gaps, from.gaps, out, write_gap);
    write_view_sections(catalog, from, out);
}

void write_index(const Catalog& catalog, const CatalogMark& from, ByteWriter& out) {
    ByteWriter types;
    types.varint(catalog.record_types.size());
    for (const std::uint16_t type : catalog.record_types) types.varint(type);
    write_section(layout::kRecordTypes, types, out);

    ByteWriter about;
    write_about(catalog.info, about);
    write_section(layout::kAbout, about, out);
    write_definitions(catalog, from, catalog.info.properties, out);

    ByteWriter chunks;
    write_chunks(catalog.chunks, from.chunks, chunks);
    write_section(layout::kChunks, chunks, out);
    write_list(layout::kAttachments, catalog.attachments, from.attachments, out, write_attachment);
    if (catalog.statistics) {
        ByteWriter statistics;
        write_statistics(*catalog.statistics, statistics);
        write_section(layout::kStatistics, statistics, out);
    }
    if (catalog.time_back) {
        ByteWriter back;
        back.varint(*catalog.time_back);
        write_section(layout::kTimeBack, back, out);
    }
}

void write_markers(const std::map<std::uint32_t, MarkerEntry>& markers, ByteWriter& out) {
    for (const auto& [number, entry] : markers)
        write_list(layout::kMarkers, std::map{std::pair{number, entry}}, number, out, write_marker);
}

Result<void> read_sections(ByteView bytes, std::uint64_t end, Catalog& into) {
    ByteReader in(bytes);
    while (in.left() > 0) {
        const std::uint64_t id = in.varint();
        const std::uint64_t length = in.varint();
        if (in.failed() || length > in.left()) return fail("section ", id, " is cut");
        ByteReader content(in.bytes(static_cast<std::size_t>(length)));
        if (Result<void> read = read_section(id, content, end, into); !read) return read;
        if (content.failed()) return fail("section ", id, " ends too early");
    }
    return {};
}

}  // namespace tickreel
