#pragma once
// Frames to a .demo (version 6) that the DDNet client plays: full key frames at most 250 ticks
// apart, deltas between them, the server's game messages before and behind their snapshot, markers,
// and the map when the recording or this machine has it. One map per demo: a second segment is
// refused. Losses: wire checksums, arrival times, marker texts, gaps, what the client sent.

#include <memory>

#include "tickreel/base/file.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::teeworlds {

std::unique_ptr<FrameSink> make_demo_exporter(std::unique_ptr<ByteSink> out);

}  // namespace tickreel::teeworlds
