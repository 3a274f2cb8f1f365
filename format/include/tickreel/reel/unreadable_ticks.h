#pragma once
// Ticks that a recording contained but that cannot be read: damaged chunks with the rest of the
// group that depends on them, lost records, a cut end. Gaps differ: those never reached the file.

#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// From the damage known so far; complete after a full scan. Merged; each stretch lasts until the
// next snapshot was due. A cut end may lie beyond the last tick of the timeline.
std::vector<Gap> unreadable_ticks(const ReelReader& reel);

}  // namespace tickreel
