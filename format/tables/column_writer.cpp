#include "format/tables/column_writer.h"

#include "format/tables/column_values.h"
#include "format/tables/vector_writer.h"

namespace tickreel {

namespace {

// A vector of DuckDB's as put_column() fills it.
class DuckDbBuffer {
public:
    explicit DuckDbBuffer(duckdb_vector vector) : vector_(vector) {}

    template <class T>
    T* numbers() {
        return static_cast<T*>(duck().vector_get_data(vector_));
    }
    void set_null(std::size_t from, std::size_t to) {
        if (mask_ == nullptr) {
            duck().vector_ensure_validity_writable(vector_);
            mask_ = duck().vector_get_validity(vector_);
        }
        while (from < to) {
            const std::size_t end = std::min(to, (from / kBits + 1) * kBits);
            const std::uint64_t ones = ~std::uint64_t{0} >> (kBits - (end - from));
            mask_[from / kBits] &= ~(ones << (from % kBits));
            from = end;
        }
    }
    void put_text(std::size_t row, std::string_view text) {
        tickreel::put_text(vector_, row, text);
    }
    void repeat_text(std::size_t row, std::size_t earlier) {
        auto* const texts = numbers<duckdb_string_t>();
        texts[row] = texts[earlier];
    }
    void put_value(std::size_t row, SqlType type, const Value& value) {
        tickreel::put_value(vector_, row, type, value);
    }

private:
    static constexpr std::size_t kBits = 64;  // of a word of DuckDB's validity mask

    duckdb_vector vector_;
    std::uint64_t* mask_ = nullptr;
};

}  // namespace

void put_column(duckdb_vector vector, const TablePlan& plan, std::size_t column,
                const ItemRows& cursor, std::span<const ItemRow> rows) {
    DuckDbBuffer buffer(vector);
    put_column(buffer, plan, column, cursor, rows);
}

}  // namespace tickreel
