#pragma once
// Everything in a reel except its frames, as written or read so far. Lists are numbered, so
// reading the same entry again (every definition is in the file at least twice) changes
// nothing.

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

// A range of bytes in the file: an attachment part, or a checkpoint that holds types.
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
