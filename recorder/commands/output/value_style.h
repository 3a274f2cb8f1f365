#pragma once
// How values are written: --raw and --big-numbers.

#include <string>

#include "recorder/commands/command_line.h"
#include "tickreel/model/row.h"

namespace tickreel {

struct ValueStyle {
    bool raw = false;          // enums as numbers, not by name
    bool big_numbers = false;  // NDJSON: 64-bit numbers as numbers, not as strings
};

void add_value_options(CommandLine& line, ValueStyle& style);
void add_big_numbers_option(CommandLine& line, ValueStyle& style);  // only --big-numbers

// In text: display_value(), and printable.
std::string shown_value(const Field& field, const Value& value, const ValueStyle& style);

// A 64-bit number in NDJSON: ticks, ids.
std::string big_number(const ValueStyle& style, const std::string& digits);

}  // namespace tickreel
