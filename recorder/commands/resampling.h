#pragma once
// --every 100ms (or 10Hz): only the first snapshot of each step.

#include <optional>
#include <string>

#include "recorder/commands/command_line.h"
#include "tickreel/base/result.h"
#include "tickreel/model/item.h"

namespace tickreel {

void add_every_option(CommandLine& line, std::string& every);

// Steps begin at tick 0 of each segment, whatever range is read: two commands take the same ticks.
class TickSteps {
public:
    TickSteps() = default;  // takes everything
    // "100ms", "2s", "1m", "10Hz"; "": everything.
    static Result<TickSteps> parse(const std::string& every, double ticks_per_second);

    // Moments come in order; one that was taken is taken again.
    bool takes(Moment moment);

private:
    double ticks_ = 0;  // of a step
    std::optional<Moment> taken_{};
};

}  // namespace tickreel
