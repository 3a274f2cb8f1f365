#include "format/reel/index_record.h"

#include <algorithm>

namespace tickreel {

namespace {

FileSpan read_span(ByteReader& in) {
    FileSpan span;
    span.offset = in.varint();
    span.length = static_cast<std::uint32_t>(in.varint());
    return span;
}

void write_span(const FileSpan& span, ByteWriter& out) {
    out.varint(span.offset);
    out.varint(span.length);
}

Result<IndexLinks> read_links(ByteReader& in, std::uint64_t offset) {
    IndexLinks links;
    if (in.varint() != offset)
        return fail("the index at offset ", offset, " was written for another place");
    links.previous = read_span(in);
    const std::uint64_t count = in.varint();
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) links.types.push_back(read_span(in));
    if (in.failed()) return fail("the index at offset ", offset, " is cut");
    // Links point backwards only, so following them terminates.
    if (links.previous.offset >= offset)
        return fail("the index at offset ", offset, " links forward");
    return links;
}

}  // namespace

Bytes write_index_record(const Catalog& catalog, const CatalogMark& from, const IndexLinks& links,
                         std::uint64_t offset) {
    ByteWriter out;
    out.varint(offset);
    write_span(links.previous, out);
    out.varint(links.types.size());
    for (const FileSpan& span : links.types) write_span(span, out);
    write_index(catalog, from, out);
    return out.take();
}

Result<IndexLinks> read_index_links(ByteView raw, std::uint64_t offset) {
    ByteReader in(raw);
    return read_links(in, offset);
}

Result<IndexLinks> read_index_record(ByteView raw, std::uint64_t offset, Catalog& into) {
    ByteReader in(raw);
    Result<IndexLinks> links = read_links(in, offset);
    if (!links) return links;
    const Result<void> sections = read_sections(raw.subspan(in.position()), offset, into);
    if (!sections) return fail("the index at offset ", offset, ": ", sections.error().message);
    return links;
}

Bytes write_info_record(ByteView file_header, const RecordingInfo& info) {
    ByteWriter out;
    out.bytes(file_header);
    write_about(info, out);
    return out.take();
}

Bytes write_end_record(const FileSpan& footer) {
    ByteWriter out;
    out.u64(footer.offset);
    out.u32(footer.length);
    out.u32(0);
    out.bytes(layout::kEndMagic);
    return out.take();
}

std::optional<FileSpan> read_end_record(ByteView payload) {
    ByteReader in(payload);
    FileSpan footer;
    footer.offset = in.u64();
    footer.length = in.u32();
    in.u32();
    const ByteView magic = in.bytes(layout::kEndMagic.size());
    if (in.failed() || !std::equal(magic.begin(), magic.end(), layout::kEndMagic.begin()))
        return std::nullopt;
    return footer;
}

}  // namespace tickreel
