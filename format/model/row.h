#pragma once
// Rows as typed values. Reading is total: a field that a short row does not reach, or whose bytes
// are cut, reads as null; words beyond the last field are reported by extra_words().

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "format/base/bytes.h"
#include "format/model/schema.h"

namespace tickreel {

// null, or the stored value (scale not applied). Enum, Flags and Tick read as int64.
using Value =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Bytes>;

Value read_field(const ItemType& type, Row row, std::size_t field);
// The words of the row that no field covers, for raw display.
Row extra_words(const ItemType& type, Row row);
// One value per field; a type that does not fit the kind is our own mistake (assert).
std::vector<Word> make_row(const ItemType& type, const std::vector<Value>& values);

std::vector<Word> pack_text(std::string_view text,
                            std::size_t words);  // cut to words * 4 - 1 bytes
std::string unpack_text(Row words);

// For people: enum names, flags as "A|B", scaled numbers with unit, quoted text, hex of blobs.
std::string display_value(const Field& field, const Value& value);
// The name of an Enum value, or nothing.
std::string_view enum_name(const Field& field, std::int64_t value);
// As a plain number where the kind has one (bool, ints, floats, ticks, enums).
std::optional<double> as_number(const Value& value);

}  // namespace tickreel
