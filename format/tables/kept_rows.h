#pragma once
// The rows of a statement that cannot stand within a query (EXECUTE, CALL, PRAGMA, RETURNING), kept
// until a query has read them.

#include <vector>

#include "format/tables/duckdb.h"

namespace tickreel {

class KeptRows {
public:
    // What a query of the same thread reads them with, while they are kept.
    static constexpr const char* kSource = "tickreel_kept_rows()";
    static Result<void> register_source(duckdb_connection connection);

    // Takes all rows of the result, which must outlive them.
    explicit KeptRows(duckdb_result& result);
    KeptRows(const KeptRows&) = delete;
    KeptRows& operator=(const KeptRows&) = delete;
    ~KeptRows();

    duckdb_result& result() const { return result_; }
    const std::vector<duckdb_data_chunk>& chunks() const { return chunks_; }

private:
    duckdb_result& result_;
    std::vector<duckdb_data_chunk> chunks_{};
};

}  // namespace tickreel
