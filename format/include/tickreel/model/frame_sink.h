#pragma once
// The interface between everything that produces frames (decoders, importers, readers) and
// everything that consumes them (the reel writer, exporters, tests). Order: properties and types
// before the frames that use them; a segment before its first frame; ticks rise within a segment.
// After a failure the rest is ignored, and finish() returns the first failure.

#include <string_view>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class FrameSink {
public:
    virtual ~FrameSink() = default;

    // Returns the type's id; the same name always returns the same id.
    virtual TypeId add_type(const ItemType& type) = 0;
    // Facts about the whole recording ("protocol", "server_name"); a later value replaces.
    virtual void set_property(std::string_view key, std::string_view value) = 0;
    // Segments are numbered from 0 in call order.
    virtual void begin_segment(const Segment& segment) = 0;
    virtual void add_attachment(const Attachment& attachment) = 0;
    virtual void add_marker(const Marker& marker) = 0;
    // Snapshots that are known to have existed but are lost; call before the next frame.
    virtual void add_gap(const Gap& gap) = 0;
    virtual void add_frame(const Frame& frame) = 0;
    virtual Result<void> finish() = 0;
};

}  // namespace tickreel
