#pragma once
// Extracts the IP packet from a captured packet.

#include <optional>

#include "recorder/capture/packet_reader.h"

namespace tickreel {

bool is_known_link(LinkType link);
// Empty if it carries something other than IP, or is too short to tell.
std::optional<ByteView> ip_packet(LinkType link, ByteView bytes);

}  // namespace tickreel
