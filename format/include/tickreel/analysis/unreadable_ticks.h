#pragma once
// Which ticks a recording held that nobody can read: damaged chunks with all of the group that
// depends on them, lost records, a cut end. Not gaps: those snapshots never reached the file.

#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// From what is known of the damage: complete after a scan of everything. Joined; a stretch lasts
// until the next snapshot was due. A cut end may lie behind the last tick of the timeline.
std::vector<Gap> unreadable_ticks(const ReelReader& reel);

}  // namespace tickreel
