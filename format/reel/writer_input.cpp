#include "format/reel/writer_core.h"

// What callers hand over: checked and put into the catalog or the open chunk.
namespace tickreel {

TypeId WriterCore::add_type(const ItemType& type) {
    const std::size_t before = schema.size();
    if (before >= layout::kMaxTypes && !schema.find(type.name)) {
        refuse(fail("type ", type.name, " is one more than a reel holds"));
        return 0;
    }
    const TypeId id = schema.add(type);
    if (schema.size() != before) catalog.types[id] = type;
    return id;
}

void WriterCore::set_property(std::string_view key, std::string_view value) {
    std::string& known = catalog.info.properties[std::string(key)];
    if (known == value && !known.empty()) return;
    known = value;
    new_properties[std::string(key)] = value;
}

void WriterCore::begin_segment(const Segment& segment) {
    if (!working()) return;
    close_chunk();
    const auto number = static_cast<std::uint32_t>(catalog.segments.size());
    if (number >= layout::kMaxSegments)
        refuse(fail("segment ", number, " is one more than a reel holds"));
    else
        catalog.segments[number] = segment;
}

void WriterCore::add_attachment(const Attachment& attachment) {
    if (!working()) return;
    if (catalog.attachments.size() >= layout::kMaxListed)
        refuse(fail("attachment ", attachment.name, " is one more than a reel holds"));
    else if (attachment.bytes.size() > layout::kMaxAttachment)
        refuse(fail("attachment ", attachment.name, " has ", attachment.bytes.size(),
                    " bytes, a reel holds at most ", layout::kMaxAttachment));
    else
        write_attachment(attachment);
}

void WriterCore::add_marker(const Marker& marker) {
    if (!working()) return;
    const auto number = static_cast<std::uint32_t>(catalog.markers.size());
    if (number < layout::kMaxListed) catalog.markers[number] = {marker, false};
}

void WriterCore::add_gap(const Gap& gap) {
    if (!working()) return;
    counter.add(gap);
    const auto number = static_cast<std::uint32_t>(catalog.gaps.size());
    if (number < layout::kMaxListed) catalog.gaps[number] = gap;
}

void WriterCore::add_frame(const Frame& frame) {
    if (!working()) return;
    if (catalog.segments.empty()) begin_segment({});
    if (Result<void> good = check(frame); !good)
        refuse(good.error());
    else
        add(frame);
}

Result<void> WriterCore::finish() {
    if (!finished) {
        finished = true;
        write_end();
    }
    return status();
}

Result<void> WriterCore::status() const {
    return out.status() ? failure : out.status();
}

}  // namespace tickreel
