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

// Of a match file (FORMAT.md, 7): one client's recording, apart from its frames, gaps and markers.
struct ViewSegment {
    std::uint32_t world = 0;  // the segment of the file that its frames are in
    Segment segment{};
};

struct ViewEntry {
    std::string name{};
    std::chrono::nanoseconds start{};
    std::chrono::nanoseconds clock{};  // ahead of the file's
    std::map<std::string, std::string> properties{};
    std::vector<TypeId> types{};  // its type n is this one of the file
    std::vector<ViewSegment> segments{};
    std::vector<std::uint32_t> attachments{};
};

// A type of the file whose rows are about views and not about the world.
enum class ViewUse : std::uint8_t { Frame, Events, Lacks, Variant };
struct ViewType {
    TypeId type = 0;
    ViewUse use = ViewUse::Frame;
    TypeId of = 0;  // the type of the world that Lacks and Variant are about
};

struct ViewGap {
    std::uint32_t view = 0;
    Gap gap{};
};

struct ViewMarker {
    std::uint32_t view = 0;
    Marker marker{};
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
    std::optional<std::uint64_t> time_back{};  // with them; see tickreel/reel/time_order.h
    std::map<std::uint32_t, ViewEntry> views{};
    std::map<std::uint32_t, ViewType> view_types{};
    std::map<std::uint32_t, ViewGap> view_gaps{};
    std::map<std::uint32_t, ViewMarker> view_markers{};
};

}  // namespace tickreel
