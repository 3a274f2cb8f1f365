#include "format/tables/vector_writer.h"

#include <cstring>

#include "tickreel/base/valid_utf8.h"

namespace tickreel {

namespace {

void put_null(duckdb_vector vector, idx_t row) {
    duck().vector_ensure_validity_writable(vector);
    duck().validity_set_row_invalid(duck().vector_get_validity(vector), row);
}

template <class T>
void put_number(duckdb_vector vector, idx_t row, const Value& value) {
    T number{};
    if (const auto* flag = std::get_if<bool>(&value)) number = static_cast<T>(*flag);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) number = static_cast<T>(*whole);
    if (const auto* wide = std::get_if<std::uint64_t>(&value)) number = static_cast<T>(*wide);
    if (const auto* real = std::get_if<double>(&value)) number = static_cast<T>(*real);
    static_cast<T*>(duck().vector_get_data(vector))[row] = number;
}

// DuckDB keeps short texts in the vector itself, padded with zeros.
void put_bytes(duckdb_vector vector, idx_t row, std::string_view bytes) {
    auto& slot = static_cast<duckdb_string_t*>(duck().vector_get_data(vector))[row];
    if (bytes.size() > sizeof(slot.value.inlined.inlined))
        return duck().vector_assign_string_element_len(vector, row, bytes.data(), bytes.size());
    slot = {};
    slot.value.inlined.length = static_cast<std::uint32_t>(bytes.size());
    if (!bytes.empty()) std::memcpy(slot.value.inlined.inlined, bytes.data(), bytes.size());
}

std::string_view view_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void put_words(duckdb_vector vector, idx_t row, const Bytes& bytes) {
    const std::uint64_t words = bytes.size() / sizeof(Word);
    const std::uint64_t before = duck().list_vector_get_size(vector);
    duck().list_vector_reserve(vector, before + words);
    duck().list_vector_set_size(vector, before + words);
    auto* child = static_cast<Word*>(duck().vector_get_data(duck().list_vector_get_child(vector)));
    if (words != 0) std::memcpy(child + before, bytes.data(), words * sizeof(Word));
    static_cast<duckdb_list_entry*>(duck().vector_get_data(vector))[row] = {before, words};
}

}  // namespace

void put_text(duckdb_vector vector, idx_t row, std::string_view text) {
    if (is_ascii(text)) return put_bytes(vector, row, text);
    put_bytes(vector, row, valid_utf8(text));
}

void put_value(duckdb_vector vector, idx_t row, SqlType type, const Value& value) {
    if (std::holds_alternative<std::monostate>(value)) return put_null(vector, row);
    const auto* text = std::get_if<std::string>(&value);
    const auto* blob = std::get_if<Bytes>(&value);
    switch (type) {
        case SqlType::Boolean:
            return put_number<bool>(vector, row, value);
        case SqlType::Integer:
            return put_number<std::int32_t>(vector, row, value);
        case SqlType::UInteger:
            return put_number<std::uint32_t>(vector, row, value);
        case SqlType::BigInt:
        case SqlType::Timestamp:
            return put_number<std::int64_t>(vector, row, value);
        case SqlType::UBigInt:
            return put_number<std::uint64_t>(vector, row, value);
        case SqlType::Float:
            return put_number<float>(vector, row, value);
        case SqlType::Double:
            return put_number<double>(vector, row, value);
        case SqlType::Varchar:
            return text == nullptr ? put_null(vector, row) : put_text(vector, row, *text);
        case SqlType::Blob:
            return blob == nullptr ? put_null(vector, row) : put_bytes(vector, row, view_of(*blob));
        case SqlType::Integers:
            return blob == nullptr ? put_null(vector, row) : put_words(vector, row, *blob);
    }
}

}  // namespace tickreel
