#pragma once
// The names of a map in a recording: a segment's name and hashes, and the attachment's path.

#include <cstdint>
#include <string>

#include "tickreel/model/frame.h"

namespace tickreel::teeworlds {

inline constexpr std::string_view kMapMedia = "application/x-teeworlds-map";

std::string crc_text(std::uint32_t crc);  // 8 hex digits
// "maps/<name>.map"; characters not allowed in paths become "_".
std::string map_attachment_name(std::string_view map_name);
// Control characters become spaces: untrusted names end up in terminals.
std::string printable(std::string_view text);

}  // namespace tickreel::teeworlds
