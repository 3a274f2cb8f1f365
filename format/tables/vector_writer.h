#pragma once
// Values into DuckDB's vectors. Text that is no UTF-8 gets U+FFFD where it is broken.

#include "format/tables/duckdb.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/model/row.h"

namespace tickreel {

void put_value(duckdb_vector vector, idx_t row, SqlType type, const Value& value);
void put_text(duckdb_vector vector, idx_t row, std::string_view text);

}  // namespace tickreel
