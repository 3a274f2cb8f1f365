#pragma once
// The rows of a statement that cannot stand within a query (EXECUTE, CALL, PRAGMA, RETURNING), kept
// until a query has read them.

#include <vector>

#include "format/tables/duckdb.h"

namespace tickreel {

class KeptRows;

// The table function by which queries of a database read the rows that are kept now.
class KeptRowsSource {
public:
    static constexpr const char* kCall = "tickreel_kept_rows()";
    KeptRowsSource() = default;
    KeptRowsSource(const KeptRowsSource&) = delete;
    KeptRowsSource& operator=(const KeptRowsSource&) = delete;

    // Outlives the database of the connection.
    Result<void> add_to(duckdb_connection connection);
    const KeptRows* now() const { return now_; }

private:
    friend class KeptRows;
    const KeptRows* now_ = nullptr;
};

class KeptRows {
public:
    // Takes all rows of the result, which must outlive them. Queries get them from the source.
    KeptRows(KeptRowsSource& source, duckdb_result& result);
    KeptRows(const KeptRows&) = delete;
    KeptRows& operator=(const KeptRows&) = delete;
    ~KeptRows();

    duckdb_result& result() const { return result_; }
    const std::vector<duckdb_data_chunk>& chunks() const { return chunks_; }

private:
    KeptRowsSource& source_;
    const KeptRows* before_;
    duckdb_result& result_;
    std::vector<duckdb_data_chunk> chunks_{};
};

}  // namespace tickreel
