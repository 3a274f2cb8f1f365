#pragma once
// Exports frames to a .demo (version 6) that the DDNet client plays: full keyframes at most 250
// ticks apart, deltas between them, the server's game messages before and after their snapshot,
// markers, and the map if the recording or this machine has it. One map per demo: a second segment
// is an error. Lost: wire checksums, arrival times, texts and colours of markers, gaps, client
// messages.

#include <memory>

#include "tickreel/base/file.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::teeworlds {

std::unique_ptr<FrameSink> make_demo_exporter(std::unique_ptr<ByteSink> out);

}  // namespace tickreel::teeworlds
