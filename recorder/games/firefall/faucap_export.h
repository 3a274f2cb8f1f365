#pragma once
// Exports frames to a .faucap of one session: a handshake, then for every frame the messages a
// server would send to reach it (snapshot_messages.h) and the client's commands. Importing the file
// gives the same snapshots and events, although the datagrams differ. Lost: why a checksum did not
// match, and lost packets.

#include <memory>

#include "tickreel/base/file.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::firefall {

std::unique_ptr<FrameSink> make_faucap_exporter(std::unique_ptr<ByteSink> out);

}  // namespace tickreel::firefall
