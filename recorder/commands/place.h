#pragma once
// Places and ranges in a recording as people type them. A place outside the recording is reported,
// never moved to the nearest tick; a range of which a part is outside, likewise. Where ticks
// restart, a bare one is that of the first segment that has it; a warning names the others.

#include <optional>
#include <string>
#include <string_view>

#include "recorder/commands/command_line.h"
#include "tickreel/analysis/extent.h"
#include "tickreel/base/result.h"
#include "tickreel/reel/reel_reader.h"

namespace CLI {
class Option;
}

namespace tickreel {

// Adds an option that takes a range of ticks, times or shares. What is no range at all is a usage
// error, found before a file is opened; whether a recording has it is parse_ticks()'s to say.
CLI::Option* add_range_option(CLI::App& app, const std::string& flag, std::string& target,
                              const std::string& about);
// Makes an option or argument refuse what is no place.
void take_places(CLI::Option& option);

struct Place {
    Moment moment{};
    std::string outside{};  // why the recording does not contain it; "" if it does
};

// With `start`, a bare tick is the first from that segment on.
Result<Place> parse_place(const CommandLine& line, std::string_view path, const Timeline& timeline,
                          std::string_view text, std::optional<std::uint32_t> start = {});

struct TickRange {
    MomentRange moments{};
    std::string empty{};  // why it contains no snapshot; "" if it does
};

// --ticks as typed, "": everything.
Result<TickRange> parse_ticks(const CommandLine& line, std::string_view path,
                              const ReelReader& reel, std::string_view text);
// Searches for the first snapshot of a range; `text` is what was typed.
TickRange look_into(const ReelReader& reel, MomentRange range, std::string_view text);

// Finds a marker: by its number in `list FILE markers`, or by its text.
Result<std::size_t> find_marker(const ReelReader& reel, std::string_view name);

}  // namespace tickreel
