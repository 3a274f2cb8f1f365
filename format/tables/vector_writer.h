#pragma once
// Writes values to DuckDB's vectors. Invalid UTF-8 is replaced by U+FFFD.

#include "format/tables/duckdb.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/model/row.h"

namespace tickreel {

void put_value(duckdb_vector vector, idx_t row, SqlType type, const Value& value);
void put_text(duckdb_vector vector, idx_t row, std::string_view text);

}  // namespace tickreel
