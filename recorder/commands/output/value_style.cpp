#include "recorder/commands/output/value_style.h"

#include <CLI/CLI.hpp>

namespace tickreel {

void add_value_options(CommandLine& line, ValueStyle& style) {
    line.app().add_flag("--raw", style.raw, "csv and ndjson: enums as numbers, not by name");
    line.app().add_flag("--big-numbers", style.big_numbers,
                        "ndjson: 64-bit numbers (ticks, ids) as numbers, not as strings");
}

std::string big_number(const ValueStyle& style, const std::string& digits) {
    return style.big_numbers ? digits : '"' + digits + '"';
}

}  // namespace tickreel
