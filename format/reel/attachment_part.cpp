#include "format/reel/attachment_part.h"

#include <algorithm>

#include "tickreel/reel/layout.h"

namespace tickreel {

std::uint32_t part_count(std::size_t bytes) {
    const std::size_t parts = (bytes + layout::kAttachmentPart - 1) / layout::kAttachmentPart;
    return static_cast<std::uint32_t>(std::max<std::size_t>(parts, 1));
}

Bytes write_attachment_part(std::uint32_t number, std::uint32_t part, const AttachmentEntry& entry,
                            ByteView all) {
    const std::size_t from = std::size_t{part} * layout::kAttachmentPart;
    ByteWriter out;
    out.varint(number);
    out.varint(part);
    out.varint(entry.part_count);
    out.varint(entry.info.bytes);
    out.text(entry.info.sha256);
    out.text(entry.info.name);
    out.text(entry.info.media);
    const ByteView bytes = all.subspan(from, std::min(layout::kAttachmentPart, all.size() - from));
    out.varint(bytes.size());
    out.bytes(bytes);
    return out.take();
}

std::optional<AttachmentPart> read_attachment_part(ByteView payload) {
    ByteReader in(payload);
    AttachmentPart part;
    part.number = static_cast<std::uint32_t>(in.varint());
    part.part = static_cast<std::uint32_t>(in.varint());
    part.entry.part_count = static_cast<std::uint32_t>(in.varint());
    part.entry.info.bytes = in.varint();
    part.entry.info.sha256 = in.text();
    part.entry.info.name = in.text();
    part.entry.info.media = in.text();
    const std::uint64_t length = in.varint();
    if (in.failed() || length > in.left()) return std::nullopt;
    part.bytes = in.bytes(static_cast<std::size_t>(length));
    return part;
}

}  // namespace tickreel
