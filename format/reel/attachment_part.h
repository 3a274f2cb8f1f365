#pragma once
// The payload of attachment records: parts of at most 1 MiB, each of which repeats the attachment's
// description, so that an unfinished file needs no index to find them.

#include "format/reel/catalog.h"

namespace tickreel {

std::uint32_t part_count(std::size_t bytes);  // an empty attachment has one part
Bytes write_attachment_part(std::uint32_t number, std::uint32_t part, const AttachmentEntry& entry,
                            ByteView all);

struct AttachmentPart {
    std::uint32_t number = 0;  // of the attachment
    std::uint32_t part = 0;
    AttachmentEntry entry{};  // without its parts
    ByteView bytes{};         // into the payload
};
std::optional<AttachmentPart> read_attachment_part(ByteView payload);

}  // namespace tickreel
