#pragma once
// DuckDB writes every column of a Parquet file as OPTIONAL (1.4.4; NOT NULL of a table does not
// reach its writer either). Readers that take a schema literally (Iceberg, Avro, generated classes)
// then want a null check for a tick. Marks columns of such a file as REQUIRED, which takes the
// definition levels ("this value is there") out of their pages; everything else stays as it is.

#include <set>
#include <string>

#include "tickreel/base/result.h"

namespace tickreel {

// Writes the Parquet file `from` as `to`. Columns of these names that are plain values, not lists,
// become required; an error if one of them has a null. Pages are uncompressed or zstd.
Result<void> require_columns(const std::string& from, const std::string& to,
                             const std::set<std::string>& required);

}  // namespace tickreel
