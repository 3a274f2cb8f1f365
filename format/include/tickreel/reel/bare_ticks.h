#pragma once
// What to say of bare ticks where they restart: one is taken from the first segment that has it.

#include <string>
#include <string_view>

#include "tickreel/reel/timeline.h"

namespace tickreel {

// "takes tick 20 of segment 0; segments 1 and 3 have such ticks too: ...", "" where none has.
std::string tick_in_others(const Timeline& timeline, Tick tick, Moment taken);
// Likewise of a range: as it was typed, and as parse_range() took it.
std::string ticks_in_others(const Timeline& timeline, std::string_view text,
                            const MomentRange& taken);

}  // namespace tickreel
