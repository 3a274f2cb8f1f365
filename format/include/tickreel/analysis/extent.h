#pragma once
// Moments and the extent of a recording as every message names them.

#include <string>

#include "tickreel/reel/timeline.h"

namespace tickreel {

// "2501042", or "s1:1042" if the recording has several segments.
std::string moment_text(const Timeline& timeline, Moment moment);
// "950 to 7118, 0:00.00 to 2:03.36": behind "ticks", where a place is outside; of a few segments
// those of each: "s0:950 to 7118, s1:26 to 500, 0:00.00 to 2:12.86". The recording has snapshots.
std::string extent_text(const Timeline& timeline);
// "'5' is outside the recording (ticks 950 to 7118, 0:00.00 to 2:03.36)"
std::string outside_text(const Timeline& timeline, std::string_view place);
// Where part of a range, as parse_range() took it, is outside, or not in the segment that it names:
// "'2980..9000' reaches beyond the recording (ticks 20 to 3020, 0:00.00 to 1:00.00)"; "" where all
// of it is inside. An open end is.
std::string beyond_text(const Timeline& timeline, std::string_view text, const MomentRange& range);
// Of a range in which there is none: "has no snapshot in '9000..' (the recording has ticks 20 to
// 3020, 0:00.00 to 1:00.00)". The recording has snapshots.
std::string none_in_text(const Timeline& timeline, std::string_view text);

}  // namespace tickreel
