#pragma once
// Catalog <-> bytes: the sections of define, checkpoint and footer records (FORMAT.md, "Sections").
// A section is an id, a length and its content; unknown optional sections are skipped, and so are
// bytes that a newer minor version appended to a content.

#include "format/reel/catalog.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

// The first number of each list to write: earlier entries are already in the file.
struct CatalogMark {
    std::uint32_t types = 0;
    std::uint32_t segments = 0;
    std::uint32_t markers = 0;
    std::uint32_t gaps = 0;
    std::uint32_t attachments = 0;
    std::size_t chunks = 0;
    std::uint32_t views = 0;
    std::uint32_t view_types = 0;
    std::uint32_t view_gaps = 0;
    std::uint32_t view_markers = 0;
    bool operator==(const CatalogMark&) const = default;
};
CatalogMark end_of(const Catalog& catalog);

// What is new since `from`; properties as passed (all, or the changed ones).
void write_definitions(const Catalog& catalog, const CatalogMark& from,
                       const std::map<std::string, std::string>& properties, ByteWriter& out);
// Definitions and the rest: about, chunks, attachments, record types, statistics if present.
void write_index(const Catalog& catalog, const CatalogMark& from, ByteWriter& out);

// Adds the contents of the sections. `end` is the offset of their record: everything they refer to
// must lie before it, and no list can be longer than the file has room for.
Result<void> read_sections(ByteView bytes, std::uint64_t end, Catalog& into);

// Selected markers with arbitrary numbers.
void write_markers(const std::map<std::uint32_t, MarkerEntry>& markers, ByteWriter& out);

// Used by the functions above.
void write_about(const RecordingInfo& info, ByteWriter& out);
void read_about(ByteReader& in, RecordingInfo& into);
void write_types(const std::map<std::uint32_t, ItemType>& types, std::uint32_t from,
                 ByteWriter& out);
Result<void> read_types(ByteReader& in, std::map<std::uint32_t, ItemType>& into);
void write_chunks(const std::vector<ChunkInfo>& chunks, std::size_t from, ByteWriter& out);
Result<void> read_chunks(ByteReader& in, std::uint64_t end, std::vector<ChunkInfo>& into);
// Whether the chunk can be in a file that ends at `end`, after the previous one (nullptr: it is the
// first).
bool is_possible(const ChunkInfo& chunk, const ChunkInfo* before, std::uint64_t end);
void write_segment(const Segment& segment, ByteWriter& out);
Segment read_segment(ByteReader& in);
void write_marker(const MarkerEntry& entry, ByteWriter& out);
MarkerEntry read_marker(ByteReader& in);
void write_property_list(const std::map<std::string, std::string>& properties, ByteWriter& out);
Result<void> read_properties(ByteReader& in, std::map<std::string, std::string>& into);
// Of match files; read_view_section() says whether the section is one of them.
void write_view_sections(const Catalog& catalog, const CatalogMark& from, ByteWriter& out);
Result<bool> read_view_section(std::uint64_t id, ByteReader& in, std::uint64_t end, Catalog& into);
void write_gap(const Gap& gap, ByteWriter& out);
Gap read_gap(ByteReader& in);
void write_statistics(const Statistics& statistics, ByteWriter& out);
Result<Statistics> read_statistics(ByteReader& in);

}  // namespace tickreel
