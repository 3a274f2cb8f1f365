#pragma once
// The reader's public lists, derived from the catalog: no holes, deleted markers or numbers.

#include "format/reel/catalog.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

struct ReaderViews {
    RecordingInfo info{};
    Schema schema{};
    std::vector<Segment> segments{};
    Timeline timeline{};
    std::vector<Marker> markers{};
    std::vector<std::uint32_t> marker_numbers{};
    std::vector<Gap> gaps{};
    std::vector<AttachmentInfo> attachments{};
    std::vector<AttachmentEntry> attachment_entries{};
};

ReaderViews make_views(const Catalog& catalog);

}  // namespace tickreel
