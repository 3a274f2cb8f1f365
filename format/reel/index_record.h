#pragma once
// The payload of checkpoints and footers: its own offset, links to earlier ones, then sections
// (sections.h). An index at a different offset (bytes were lost or inserted) must not be used. A
// checkpoint holds what is new since the previous one; a footer holds everything except types
// stored in earlier checkpoints, to which it points.

#include "format/reel/records.h"
#include "format/reel/sections.h"

namespace tickreel {

struct IndexLinks {
    FileSpan previous{};            // previous checkpoint; length 0: none
    std::vector<FileSpan> types{};  // footers: where the other types are stored
};

Bytes write_index_record(const Catalog& catalog, const CatalogMark& from, const IndexLinks& links,
                         std::uint64_t offset);
// `raw`: the decompressed payload; `offset`: of the record.
Result<IndexLinks> read_index_links(ByteView raw, std::uint64_t offset);
// The same, including the sections.
Result<IndexLinks> read_index_record(ByteView raw, std::uint64_t offset, Catalog& into);

// The payload of an info record: a copy of the file header and the content of the about section.
Bytes write_info_record(ByteView file_header, const RecordingInfo& info);
// The payload of an end record.
Bytes write_end_record(const FileSpan& footer);
std::optional<FileSpan> read_end_record(ByteView payload);

}  // namespace tickreel
