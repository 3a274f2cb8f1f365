#include "recorder/commands/resampling.h"

#include <charconv>

#include <CLI/CLI.hpp>

#include "tickreel/base/ascii.h"

namespace tickreel {

namespace {

constexpr double kLongest = 86400;  // s

// 0: not a step.
double seconds_of(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !(number > 0)) return 0;
    const std::string unit = ascii_lower(text.substr(static_cast<std::size_t>(end - text.data())));
    if (unit == "hz") return 1 / number;
    if (unit == "ms") return number / 1000;
    if (unit == "s") return number;
    if (unit == "m") return number * 60;
    return unit == "h" ? number * 3600 : 0;
}

}  // namespace

void add_every_option(CommandLine& line, std::string& every) {
    line.app()
        .add_option(
            "--every", every,
            "only the first snapshot of each step: 100ms, 2s, 5m, 1h or 10Hz. Steps begin at tick "
            "0 of each segment, not at the first snapshot or that of --ticks")
        ->option_text("STEP")
        ->check(CLI::Validator(
            [](const std::string& text) {
                const auto steps = parse_steps(text, 1);
                return steps ? std::string() : steps.error().message;
            },
            "", "step"));
}

Result<TickSteps> parse_steps(const std::string& every, double ticks_per_second) {
    if (every.empty()) return TickSteps();
    const double seconds = seconds_of(every);
    if (!(seconds > 0) || seconds > kLongest)
        return fail("'", every, "' is no step; use 100ms, 2s, 5m, 1h or 10Hz, at most 24h");
    return TickSteps(seconds * ticks_per_second);
}

TickSteps steps_in(const std::string& every, const ReelReader& reel, const MomentRange& range) {
    TickSteps steps = *parse_steps(every, reel.timeline().ticks_per_second());
    if (steps.takes_all() || range.from <= reel.timeline().first()) return steps;
    // A part that cannot be read is told where the range is read.
    if (const auto before = reel.previous(range.from); before && *before)
        steps.takes((*before)->moment());
    return steps;
}

}  // namespace tickreel
