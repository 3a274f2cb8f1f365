#pragma once
// One column of a record batch in Arrow's layout
// (https://arrow.apache.org/docs/format/Columnar.html): filled by put_column() of the tables, then
// turned into an ArrowArray.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tickreel/arrow.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/model/row.h"

namespace tickreel {

const char* arrow_format(SqlType type);  // "l", "u", "tsu:UTC" ...
std::size_t arrow_width(SqlType type);   // bytes of a value; 0: texts, blobs and lists

struct ArrowField {
    std::string name{};
    SqlType type = SqlType::Integer;
    bool nullable = true;
    std::vector<std::pair<std::string, std::string>> metadata{};
};
// With the unit, the scale and the roles of a recorded field as metadata.
ArrowField arrow_field(const TableColumn& column);

class ArrowColumn {
public:
    // Texts and bytes beyond `limit` are dropped: over_limit().
    ArrowColumn(SqlType type, std::size_t rows, std::size_t limit);

    template <class T>
    T* numbers() {
        static_assert(sizeof(T) <= sizeof(std::uint64_t));
        return reinterpret_cast<T*>(numbers_.data());
    }
    void set_null(std::size_t from, std::size_t to);
    void put_text(std::size_t row, std::string_view text);
    void repeat_text(std::size_t row, std::size_t earlier);
    void put_value(std::size_t row, SqlType type, const Value& value);

    bool over_limit() const { return over_limit_; }
    // The first `rows` rows; the array takes over this column's buffers.
    void move_into(std::size_t rows, ArrowArray& array) &&;

private:
    struct Held;
    template <class T>
    void put_number(std::size_t row, const Value& value);
    void put_bytes(std::size_t row, std::string_view bytes);
    void end_texts(std::size_t rows);
    void pack_flags(std::size_t rows);
    static void release(ArrowArray* array);

    SqlType type_;
    std::size_t rows_;
    std::size_t limit_;
    bool over_limit_ = false;
    std::size_t nulls_ = 0;
    std::vector<std::uint8_t> valid_{};   // bits; empty: no row is null
    std::vector<std::uint64_t> numbers_;  // room for the widest, aligned
    std::vector<std::int32_t> offsets_{};
    std::string bytes_{};  // of texts, blobs and lists
};

}  // namespace tickreel
