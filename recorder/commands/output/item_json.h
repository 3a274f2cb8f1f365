#pragma once
// Items and events for programs: the stable NDJSON form of `at` and `cat`, and CSV cells. Values
// are as stored (no scale, no unit; flags as numbers); enums are by name where they have one. In
// JSON, 64-bit numbers are strings, blobs hex, floats the shortest text that reads back the same
// ("nan" and "inf" as strings, because JSON has no such numbers). Null is null in JSON and empty in
// CSV.

#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/output/value_style.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"

namespace tickreel {

std::string json_value(const Field& field, const Value& value, const ValueStyle& style = {});
void append_json_value(std::string& out, const Field& field, const Value& value,
                       const ValueStyle& style);
std::string csv_value(const Field& field, const Value& value, const ValueStyle& style = {});
std::string json_words(Row words);  // "[1,-2]"

// "fields":{...} of the chosen fields, and "words":[...] for words that the fields do not cover:
// all words of an unknown type, the rest of a longer row. Appended without enclosing braces.
void append_fields(std::string& out, const RowReader& type, Row row,
                   const std::vector<std::size_t>& fields, const ValueStyle& style = {});
// Words of the row that no field covers.
Row uncovered_words(const RowReader& type, Row row);

}  // namespace tickreel
