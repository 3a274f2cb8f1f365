#pragma once
// From a captured packet to the IP packet in it.

#include <optional>

#include "recorder/capture/packet_reader.h"

namespace tickreel {

bool is_known_link(LinkType link);
// Nothing when it carries something else than IP, or is too short to tell.
std::optional<ByteView> ip_packet(LinkType link, ByteView bytes);

}  // namespace tickreel
