#pragma once
// Frames to a .faucap of one session: a handshake, then for every frame what a server would send to
// get there (snapshot_messages.h) and the client's commands. It says the same as the recording, not
// in the same datagrams: importing it gives the snapshots and events again. Not there: why a
// checksum did not match, and packets that were lost.

#include <memory>

#include "tickreel/base/file.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::firefall {

std::unique_ptr<FrameSink> make_faucap_exporter(std::unique_ptr<ByteSink> out);

}  // namespace tickreel::firefall
