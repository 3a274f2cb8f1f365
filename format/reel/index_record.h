#pragma once
// The payload of checkpoints and footers: where it stands, links to earlier ones, then sections
// (sections.h). An index that stands elsewhere (bytes were lost or put in) is not to be used.
// A checkpoint tells what is new since the one before; a footer tells all, except the types that
// earlier checkpoints hold, which it points to.

#include "format/reel/records.h"
#include "format/reel/sections.h"

namespace tickreel {

struct IndexLinks {
    FileSpan previous{};            // the checkpoint before; length 0 = none
    std::vector<FileSpan> types{};  // footers: where the other types are
};

Bytes write_index_record(const Catalog& catalog, const CatalogMark& from, const IndexLinks& links,
                         std::uint64_t offset);
// `raw` is the payload after decompression, `offset` that of the record.
Result<IndexLinks> read_index_links(ByteView raw, std::uint64_t offset);
// The same, and what the sections say.
Result<IndexLinks> read_index_record(ByteView raw, std::uint64_t offset, Catalog& into);

// The payload of an info record: a copy of the file header, then the about section's content.
Bytes write_info_record(ByteView file_header, const RecordingInfo& info);
// The payload of an end record.
Bytes write_end_record(const FileSpan& footer);
std::optional<FileSpan> read_end_record(ByteView payload);

}  // namespace tickreel
