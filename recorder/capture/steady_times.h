#pragma once
// Packets of a file whose times were damaged (recorder/lone_time.h): they get the time of the one
// before.

#include <memory>

#include "recorder/capture/packet_reader.h"

namespace tickreel {

// At the end one problem says how many there were. Memory: one more packet.
std::unique_ptr<PacketReader> steady_times(std::unique_ptr<PacketReader> reader,
                                           ProblemSink problems);

}  // namespace tickreel
