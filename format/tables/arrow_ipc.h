#pragma once
// Messages of an Arrow IPC stream
// (https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc):
// a schema, record batches of its fields, an end. No dictionaries, no compression.

#include <cstddef>
#include <vector>

#include "format/tables/arrow_column.h"
#include "tickreel/base/bytes.h"

namespace tickreel {

Bytes arrow_schema_message(const std::vector<ArrowField>& fields);
// The first `rows` rows of a column for each field.
Bytes arrow_batch_message(const std::vector<ArrowField>& fields, std::vector<ArrowColumn> columns,
                          std::size_t rows);
Bytes arrow_end_message();

}  // namespace tickreel
