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

// What items or events are of, whether or not it is defined.
using UsedTypes = std::map<TypeId, TypeUse>;

// `used`: where the definitions of types may be lost.
ReaderViews make_views(const Catalog& catalog, const UsedTypes& used = {});

}  // namespace tickreel
