#pragma once
// Everything a reel says apart from its frames: what the writer has told so far, what a reader has
// gathered. Lists are numbered, so that hearing the same thing twice (every definition is in the
// file at least twice) changes nothing.

#include <map>
#include <set>
#include <vector>

#include "tickreel/model/schema.h"
#include "tickreel/reel/contents.h"
#include "tickreel/reel/recording_info.h"
#include "tickreel/reel/statistics.h"

namespace tickreel {

struct MarkerEntry {
    Marker marker{};
    bool deleted = false;
};

// Bytes of the file: an attachment part, or a checkpoint that holds types.
struct FileSpan {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    bool operator==(const FileSpan&) const = default;
};

struct AttachmentEntry {
    AttachmentInfo info{};
    std::map<std::uint32_t, FileSpan> parts{};  // by number
    std::uint32_t part_count = 0;
};

struct Catalog {
    RecordingInfo info{};
    std::map<std::uint32_t, ItemType> types{};
    std::map<std::uint32_t, Segment> segments{};
    std::map<std::uint32_t, MarkerEntry> markers{};
    std::map<std::uint32_t, Gap> gaps{};
    std::map<std::uint32_t, AttachmentEntry> attachments{};
    std::vector<ChunkInfo> chunks{};  // in file order
    std::set<std::uint16_t> record_types{};
    std::optional<Statistics> statistics{};
};

}  // namespace tickreel
