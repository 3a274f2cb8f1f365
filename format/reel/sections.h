#pragma once
// Catalog <-> bytes: the sections of define, checkpoint and footer records (FORMAT.md, "sections").
// A section is its id, its length and its content; unknown optional ones are skipped, and bytes
// that a newer minor version put behind a content are ignored.

#include "format/reel/catalog.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

// The first number of each list that is to be written: what went before is in the file already.
struct CatalogMark {
    std::uint32_t types = 0;
    std::uint32_t segments = 0;
    std::uint32_t markers = 0;
    std::uint32_t gaps = 0;
    std::uint32_t attachments = 0;
    std::size_t chunks = 0;
    bool operator==(const CatalogMark&) const = default;
};
CatalogMark end_of(const Catalog& catalog);

// What is new since `from`; properties as given (all, or those that changed).
void write_definitions(const Catalog& catalog, const CatalogMark& from,
                       const std::map<std::string, std::string>& properties, ByteWriter& out);
// Definitions and all the rest: about, chunks, attachments, record types, statistics if present.
void write_index(const Catalog& catalog, const CatalogMark& from, ByteWriter& out);

// Adds what the sections say. `end` is the offset of the record they stand in: nothing they tell
// of can lie behind it, and none of their lists can be longer than the file has room for.
Result<void> read_sections(ByteView bytes, std::uint64_t end, Catalog& into);

// Some markers, wherever their numbers lie.
void write_markers(const std::map<std::uint32_t, MarkerEntry>& markers, ByteWriter& out);

// Parts of the above.
void write_about(const RecordingInfo& info, ByteWriter& out);
void read_about(ByteReader& in, RecordingInfo& into);
void write_types(const std::map<std::uint32_t, ItemType>& types, std::uint32_t from,
                 ByteWriter& out);
Result<void> read_types(ByteReader& in, std::map<std::uint32_t, ItemType>& into);
void write_chunks(const std::vector<ChunkInfo>& chunks, std::size_t from, ByteWriter& out);
Result<void> read_chunks(ByteReader& in, std::uint64_t end, std::vector<ChunkInfo>& into);
// Whether the chunk can lie in a file that ends at `end`, behind the one before (nullptr: the
// first).
bool is_possible(const ChunkInfo& chunk, const ChunkInfo* before, std::uint64_t end);
void write_gap(const Gap& gap, ByteWriter& out);
Gap read_gap(ByteReader& in);
void write_statistics(const Statistics& statistics, ByteWriter& out);
Result<Statistics> read_statistics(ByteReader& in);

}  // namespace tickreel
