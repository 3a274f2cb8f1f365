#pragma once
// --every 100ms (or 10Hz): only the first snapshot of each step.

#include <string>

#include "recorder/commands/command_line.h"
#include "tickreel/base/result.h"
#include "tickreel/model/tick_steps.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What is no step is refused where the option is read, so parse_steps() of it does not fail.
void add_every_option(CommandLine& line, std::string& every);

// "100ms", "2s", "5m", "1h" (at most 24), "10Hz"; "": everything.
Result<TickSteps> parse_steps(const std::string& every, double ticks_per_second);

// Of a range: the first snapshot of the step in which it begins may lie before it.
TickSteps steps_in(const std::string& every, const ReelReader& reel, const MomentRange& range);

}  // namespace tickreel
