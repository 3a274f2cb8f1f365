#pragma once
// Places in a recording as people type them: Timeline::parse with a note when the place lies
// outside the recording and the nearest is taken instead.

#include <string>
#include <string_view>

#include "recorder/commands/command_line.h"
#include "tickreel/base/result.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Place {
    Moment moment{};
    std::string note{};  // "tick 9 is before the first; taking tick 100", "" when inside
};

Result<Place> parse_place(const Timeline& timeline, std::string_view text);

// --ticks as typed, "" = everything. `everything` comes from the reader.
Result<MomentRange> parse_ticks(const ReelReader& reel, const std::string& text);

// Which of the reel's markers: by its number in `list FILE markers`, or by its text.
Result<std::size_t> find_marker(const ReelReader& reel, std::string_view name);

// "2501042", or "s1:1042" when the recording has several segments.
std::string moment_text(const Timeline& timeline, Moment moment);

}  // namespace tickreel
