#pragma once
// How a recording names a map: a segment's name and hashes, and the attachment with its file.

#include <cstdint>
#include <string>

#include "tickreel/model/frame.h"

namespace tickreel::teeworlds {

inline constexpr std::string_view kMapMedia = "application/x-teeworlds-map";

std::string crc_text(std::uint32_t crc);  // 8 hex digits
// "maps/<name>.map"; characters that a path cannot have become "_".
std::string map_attachment_name(std::string_view map_name);
// Control characters become spaces: names come from strangers and end up in terminals.
std::string printable(std::string_view text);

}  // namespace tickreel::teeworlds
