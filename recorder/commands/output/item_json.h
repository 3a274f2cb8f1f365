#pragma once
// Items and events as machines read them: the stable NDJSON shape of `at` and `cat`, and CSV cells.
// Values are the stored ones (no scale, no unit; enums and flags as numbers). 64-bit numbers are
// strings in JSON, blobs hex, floats the shortest text that reads back the same ("nan", "inf" as
// strings, which JSON has no numbers for), null is null in JSON and empty in CSV.

#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"

namespace tickreel {

std::string json_value(const Field& field, const Value& value);
std::string csv_value(const Field& field, const Value& value);
std::string json_words(Row words);  // "[1,-2]"

// "fields":{...} of the chosen fields, and "words":[...] for what the fields do not cover: all
// words of an unknown type, the rest of a longer row. Appended without braces around it.
void append_fields(std::string& out, const RowReader& type, Row row,
                   const std::vector<std::size_t>& fields);
// Words of the row that no field names.
Row uncovered_words(const RowReader& type, Row row);

}  // namespace tickreel
