#include "recorder/commands/output/value_style.h"

#include <CLI/CLI.hpp>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/text.h"

namespace tickreel {

void add_value_options(CommandLine& line, ValueStyle& style) {
    line.app().add_flag("--raw", style.raw, "enums as numbers, not by name");
    add_big_numbers_option(line, style);
}

void add_big_numbers_option(CommandLine& line, ValueStyle& style) {
    line.app().add_flag(
        "--big-numbers", style.big_numbers,
        "ndjson: 64-bit numbers (ticks, ids) as numbers, not as strings; a tick in a field "
        "of an item has 32 bits, and is a number but in sql");
}

std::string shown_value(const Field& field, const Value& value, const ValueStyle& style) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (style.raw && field.kind == FieldKind::Enum && number != nullptr)
        return std::to_string(*number);
    return printable(display_value(field, value));
}

std::string big_number(const ValueStyle& style, const std::string& digits) {
    return style.big_numbers ? digits : '"' + digits + '"';
}

}  // namespace tickreel
