#include "format/tables/arrow_column.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <limits>
#include <memory>

#include "tickreel/base/valid_utf8.h"
#include "tickreel/model/names.h"

namespace tickreel {

namespace {

bool has_offsets(SqlType type) {
    return arrow_width(type) == 0;
}

std::string_view view_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::size_t arrow_width(SqlType type) {
    switch (type) {
        case SqlType::Boolean:
            return 1;
        case SqlType::Integer:
        case SqlType::UInteger:
        case SqlType::Float:
            return 4;
        case SqlType::BigInt:
        case SqlType::UBigInt:
        case SqlType::Double:
        case SqlType::Timestamp:
            return 8;
        case SqlType::Varchar:
        case SqlType::Blob:
        case SqlType::Integers:
            break;
    }
    return 0;
}

ArrowField arrow_field(const TableColumn& column) {
    ArrowField field{column.name, column.type, may_be_null(column), {}};
    const auto say = [&](const char* key, std::string value) {
        if (!value.empty()) field.metadata.emplace_back(key, std::move(value));
    };
    say("tickreel.about", column.about);
    if (column.field.empty()) return field;
    say("tickreel.unit", column.meaning.unit);
    if (column.meaning.scale != 1.0) say("tickreel.scale", std::to_string(column.meaning.scale));
    say("tickreel.roles", roles_text(column.meaning.roles));
    say("tickreel.kind", std::string(field_kind_name(column.meaning.kind)));
    return field;
}

const char* arrow_format(SqlType type) {
    constexpr std::array<const char*, 11> kFormats{"b", "i", "I", "l",       "L", "f",
                                                   "g", "u", "z", "tsu:UTC", "+l"};
    return kFormats[static_cast<std::size_t>(type)];
}

ArrowColumn::ArrowColumn(SqlType type, std::size_t rows, std::size_t limit)
    : type_(type),
      rows_(rows),
      limit_(std::min<std::size_t>(limit, std::numeric_limits<std::int32_t>::max())),
      numbers_((rows * arrow_width(type) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t) + 1) {
    if (!has_offsets(type)) return;
    offsets_.reserve(rows + 1);
    offsets_.push_back(0);
}

void ArrowColumn::set_null(std::size_t from, std::size_t to) {
    assert(to <= rows_);
    if (valid_.empty()) valid_.assign(rows_ / 8 + 1, 0xff);
    for (std::size_t row = from; row < to; ++row)
        valid_[row / 8] = static_cast<std::uint8_t>(valid_[row / 8] & ~(1U << (row % 8)));
    nulls_ += to - from;
}

// Rows that were passed over are null, and empty.
void ArrowColumn::end_texts(std::size_t rows) {
    const auto end = static_cast<std::int32_t>(bytes_.size());
    if (offsets_.size() < rows + 1) offsets_.resize(rows + 1, end);
}

void ArrowColumn::put_bytes(std::size_t row, std::string_view bytes) {
    assert(offsets_.size() <= row + 1);
    end_texts(row);
    if (bytes.size() > limit_ - bytes_.size())
        over_limit_ = true;
    else
        bytes_ += bytes;
    end_texts(row + 1);
}

void ArrowColumn::put_text(std::size_t row, std::string_view text) {
    if (is_ascii(text)) return put_bytes(row, text);
    put_bytes(row, valid_utf8(text));
}

void ArrowColumn::repeat_text(std::size_t row, std::size_t earlier) {
    const auto from = static_cast<std::size_t>(offsets_[earlier]);
    const auto to = static_cast<std::size_t>(offsets_[earlier + 1]);
    if (bytes_.capacity() - bytes_.size() < to - from)  // a view into it would dangle
        bytes_.reserve(std::min(limit_, std::max(bytes_.size() * 2, bytes_.size() + to - from)));
    put_bytes(row, std::string_view(bytes_).substr(from, to - from));
}

template <class T>
void ArrowColumn::put_number(std::size_t row, const Value& value) {
    T number{};
    if (const auto* flag = std::get_if<bool>(&value)) number = static_cast<T>(*flag);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) number = static_cast<T>(*whole);
    if (const auto* wide = std::get_if<std::uint64_t>(&value)) number = static_cast<T>(*wide);
    if (const auto* real = std::get_if<double>(&value)) number = static_cast<T>(*real);
    numbers<T>()[row] = number;
}

void ArrowColumn::put_value(std::size_t row, SqlType type, const Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    const auto* blob = std::get_if<Bytes>(&value);
    const bool fits = type == SqlType::Varchar ? text != nullptr
                      : has_offsets(type)      ? blob != nullptr
                                               : !std::holds_alternative<std::monostate>(value);
    if (!fits) return set_null(row, row + 1);
    switch (type) {
        case SqlType::Boolean:
            return put_number<bool>(row, value);
        case SqlType::Integer:
            return put_number<std::int32_t>(row, value);
        case SqlType::UInteger:
            return put_number<std::uint32_t>(row, value);
        case SqlType::BigInt:
        case SqlType::Timestamp:
            return put_number<std::int64_t>(row, value);
        case SqlType::UBigInt:
            return put_number<std::uint64_t>(row, value);
        case SqlType::Float:
            return put_number<float>(row, value);
        case SqlType::Double:
            return put_number<double>(row, value);
        case SqlType::Varchar:
            return put_text(row, *text);
        case SqlType::Blob:
        case SqlType::Integers:
            return put_bytes(row, view_of(*blob));
    }
}

// A byte each becomes a bit each.
void ArrowColumn::pack_flags(std::size_t rows) {
    std::vector<std::uint64_t> packed(rows / 64 + 1);
    const bool* const flags = numbers<bool>();
    for (std::size_t row = 0; row < rows; ++row)
        packed[row / 64] |= std::uint64_t{flags[row]} << (row % 64);
    numbers_ = std::move(packed);
}

// What an ArrowArray owns. The words of a list are an array within, for who moves it out alone.
struct ArrowColumn::Held {
    ArrowColumn column;
    std::vector<const void*> buffers{};
    std::unique_ptr<ArrowArray> child{};
    std::vector<ArrowArray*> children{};
};

void ArrowColumn::release(ArrowArray* array) {
    for (std::int64_t i = 0; i < array->n_children; ++i)
        if (array->children[i]->release != nullptr) array->children[i]->release(array->children[i]);
    array->release = nullptr;
    delete static_cast<Held*>(array->private_data);
}

void ArrowColumn::move_into(std::size_t rows, ArrowArray& array) && {
    if (has_offsets(type_)) end_texts(rows);
    if (type_ == SqlType::Boolean) pack_flags(rows);
    auto held = std::make_unique<Held>(Held{std::move(*this)});
    ArrowColumn& column = held->column;
    held->buffers.push_back(column.nulls_ == 0 ? nullptr : column.valid_.data());
    array = {};
    if (column.type_ == SqlType::Integers) {
        const std::size_t words = column.bytes_.size() / sizeof(Word);
        for (std::int32_t& offset : column.offsets_)
            offset /= static_cast<std::int32_t>(sizeof(Word));
        ArrowColumn inner(SqlType::Integer, words, 0);
        std::memcpy(inner.numbers<char>(), column.bytes_.data(), words * sizeof(Word));
        held->child = std::make_unique<ArrowArray>();
        std::move(inner).move_into(words, *held->child);
        held->children.push_back(held->child.get());
    }
    if (has_offsets(column.type_))
        held->buffers.push_back(column.offsets_.data());
    else
        held->buffers.push_back(column.numbers_.data());
    if (column.type_ == SqlType::Varchar || column.type_ == SqlType::Blob)
        held->buffers.push_back(column.bytes_.data());
    array.length = static_cast<std::int64_t>(rows);
    array.null_count = static_cast<std::int64_t>(column.nulls_);
    array.n_buffers = static_cast<std::int64_t>(held->buffers.size());
    array.buffers = held->buffers.data();
    array.n_children = static_cast<std::int64_t>(held->children.size());
    array.children = held->children.empty() ? nullptr : held->children.data();
    array.release = release;
    array.private_data = held.release();
}

}  // namespace tickreel
