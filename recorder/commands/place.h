#pragma once
// Places and ranges in a recording as people type them. What lies outside the recording is said,
// never moved to the nearest tick.

#include <string>
#include <string_view>

#include "recorder/commands/command_line.h"
#include "tickreel/base/result.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Place {
    Moment moment{};
    std::string outside{};  // why the recording does not have it; "" when it does
};

Result<Place> parse_place(const Timeline& timeline, std::string_view text);

struct TickRange {
    MomentRange moments{};
    std::string empty{};  // why no snapshot is in it; "" when there is one
};

// --ticks as typed, "" = everything.
Result<TickRange> parse_ticks(const ReelReader& reel, const std::string& text);
// Looks for the first snapshot of a range; `text` is what was typed.
TickRange look_into(const ReelReader& reel, MomentRange range, std::string_view text);

// Which of the reel's markers: by its number in `list FILE markers`, or by its text.
Result<std::size_t> find_marker(const ReelReader& reel, std::string_view name);

// "2501042", or "s1:1042" when the recording has several segments.
std::string moment_text(const Timeline& timeline, Moment moment);

}  // namespace tickreel
