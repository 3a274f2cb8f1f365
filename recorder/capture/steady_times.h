#pragma once
// Packets of a file whose times were damaged. A packet that lies more than a second outside of the
// times of the packets before and behind it, which are in order, was not captured then: it gets the
// time of the one before. A clock that was set stays set, so its packets are left as they are.

#include <memory>

#include "recorder/capture/packet_reader.h"

namespace tickreel {

// At the end one problem says how many there were. Memory: one more packet.
std::unique_ptr<PacketReader> steady_times(std::unique_ptr<PacketReader> reader,
                                           ProblemSink problems);

}  // namespace tickreel
