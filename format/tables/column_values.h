#pragma once
// Whole columns of item and event rows, written into whatever holds them: vectors of DuckDB,
// buffers of Arrow. Such a Buffer has, `row` being one of the batch's:
//   T* numbers<T>()                      room for a T (bool, ints, floats) of every row
//   void set_null(from, to)              rows [from, to)
//   void put_text(row, text)             rows rise
//   void repeat_text(row, earlier)       the text of an earlier row
//   void put_value(row, type, value)     any value; null too

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "format/tables/item_rows.h"

namespace tickreel::column_values {

// Rows that come one after the other, of one type.
struct Run {
    const TypeMap& type;
    std::size_t from = 0;
    std::size_t to = 0;
};

template <class Visit>
void each_run(std::span<const ItemRow> rows, const Visit& visit) {
    for (std::size_t from = 0; from < rows.size();) {
        std::size_t to = from + 1;
        while (to < rows.size() && rows[to].type == rows[from].type) ++to;
        visit(Run{*rows[from].type, from, to});
        from = to;
    }
}

// visit(row, field, place) for those that are not null; the others are marked.
template <class Buffer, class Visit>
void each_value(Buffer& out, std::size_t column, std::span<const ItemRow> rows,
                const Visit& visit) {
    each_run(
        rows,
        [&](const Run& run) {
            const auto at = run.type.fields[column];
            if (!at) return out.set_null(run.from, run.to);
            const Field& field = run.type.reader->type().fields[*at];
            const FieldPlace& place = run.type.reader->place(*at);
            for (std::size_t i = run.from; i < run.to; ++i)
                if (place.is_null(rows[i].row))
                    out.set_null(i, i + 1);
                else
                    visit(i, field, place);
        });
}

// `next()`: the word behind, of kinds of two words.
template <class T, class Next>
T number(FieldKind kind, Word word, const Next& next) {
    const auto low = static_cast<std::uint32_t>(word);
    const auto wide = [&] { return low | std::uint64_t{static_cast<std::uint32_t>(next())} << 32; };
    switch (kind) {
        case FieldKind::Bool:
            return static_cast<T>(low != 0);
        case FieldKind::UInt32:
            return static_cast<T>(low);
        case FieldKind::Int64:
            return static_cast<T>(static_cast<std::int64_t>(wide()));
        case FieldKind::UInt64:
            return static_cast<T>(wide());
        case FieldKind::Float32:
            return static_cast<T>(std::bit_cast<float>(low));
        case FieldKind::Float64:
            return static_cast<T>(std::bit_cast<double>(wide()));
        default:
            return static_cast<T>(static_cast<std::int32_t>(low));
    }
}

template <class T, class Buffer>
void put_numbers(Buffer& out, std::size_t column, std::span<const ItemRow> rows) {
    T* const numbers = out.template numbers<T>();
    each_value(out, column, rows, [&](std::size_t i, const Field& field, const auto& place) {
        const Row row = rows[i].row;
        numbers[i] = number<T>(field.kind, row[place.slot], [&] { return row[place.slot + 1]; });
    });
}

inline std::string enum_text(const Field& field, std::int32_t value) {
    const std::string_view name = enum_name(field, value);
    return name.empty() ? std::to_string(value) : std::string(name);
}

// Texts change rarely from tick to tick: an item whose words are those of before gets a copy.
class Remembered {
public:
    Remembered() { rows_.fill(kNone); }

    // The last row that this one may be like; the row itself is the next one's.
    std::optional<std::size_t> before(std::span<const ItemRow> rows, std::size_t row) {
        const std::size_t last = std::exchange(rows_[rows[row].entity % rows_.size()], row);
        if (last == kNone || rows[last].type != rows[row].type) return std::nullopt;
        return last;
    }

private:
    static constexpr std::size_t kNone = ~std::size_t{0};
    std::array<std::size_t, 128> rows_{};  // by entity: more than there are players
};

template <class Buffer>
void put_field_texts(Buffer& out, std::size_t column, const ItemRows& cursor,
                     std::span<const ItemRow> rows) {
    Remembered remembered;
    each_value(out, column, rows, [&](std::size_t i, const Field& field, const auto& place) {
        const bool in_slot = field.kind == FieldKind::Enum || field.kind == FieldKind::PackedText;
        if (!in_slot) return out.put_value(i, SqlType::Varchar, cursor.value(rows[i], column));
        const Row words = rows[i].row.subspan(place.slot, place.words);
        const auto before = remembered.before(rows, i);
        const bool same = before && std::equal(words.begin(), words.end(),
                                               rows[*before].row.begin() +
                                                   static_cast<std::ptrdiff_t>(place.slot));
        if (same)
            out.repeat_text(i, *before);
        else
            out.put_text(
                i, field.kind == FieldKind::Enum ? enum_text(field, words[0]) : unpack_text(words));
    });
}

// A text that is the same as long as same(a row, the next) says so.
template <class Buffer, class Same, class Text>
void put_repeated(Buffer& out, std::span<const ItemRow> rows, const Same& same, const Text& text) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (i > 0 && same(rows[i - 1], rows[i]))
            out.repeat_text(i, i - 1);
        else
            out.put_text(i, text(rows[i]));
}

template <class T, class Buffer, class Get>
void put_each(Buffer& out, std::span<const ItemRow> rows, const Get& get) {
    T* const numbers = out.template numbers<T>();
    for (std::size_t i = 0; i < rows.size(); ++i) numbers[i] = static_cast<T>(get(rows[i]));
}

template <class Buffer>
void put_any(Buffer& out, SqlType type, std::size_t column, const ItemRows& cursor,
             std::span<const ItemRow> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.put_value(i, type, cursor.value(rows[i], column));
}

template <class Buffer>
void put_field(Buffer& out, SqlType type, std::size_t column, const ItemRows& cursor,
               std::span<const ItemRow> rows) {
    switch (type) {
        case SqlType::Boolean:
            return put_numbers<bool>(out, column, rows);
        case SqlType::Integer:
            return put_numbers<std::int32_t>(out, column, rows);
        case SqlType::UInteger:
            return put_numbers<std::uint32_t>(out, column, rows);
        case SqlType::BigInt:
            return put_numbers<std::int64_t>(out, column, rows);
        case SqlType::UBigInt:
            return put_numbers<std::uint64_t>(out, column, rows);
        case SqlType::Float:
            return put_numbers<float>(out, column, rows);
        case SqlType::Double:
            return put_numbers<double>(out, column, rows);
        case SqlType::Varchar:
            return put_field_texts(out, column, cursor, rows);
        default:
            return put_any(out, type, column, cursor, rows);
    }
}

}  // namespace tickreel::column_values

namespace tickreel {

// The column of the plan, of all rows of the cursor's batch.
template <class Buffer>
void put_column(Buffer& out, const TablePlan& plan, std::size_t column, const ItemRows& cursor,
                std::span<const ItemRow> rows) {
    using namespace column_values;
    const SqlType type = plan.columns[column].type;
    switch (plan.columns[column].use) {
        case ColumnUse::TickNumber:
            return put_each<std::int64_t>(out, rows,
                                          [](const ItemRow& r) { return r.frame->tick; });
        case ColumnUse::TimeStamp:
            return put_each<std::int64_t>(
                out, rows, [](const ItemRow& r) { return microseconds(r.frame->time); });
        case ColumnUse::Id:
            return put_each<std::int64_t>(out, rows, [](const ItemRow& r) { return r.entity; });
        case ColumnUse::Segment:
            return put_each<std::int32_t>(out, rows,
                                          [](const ItemRow& r) { return r.frame->segment; });
        case ColumnUse::Type:
            return put_repeated(
                out, rows, [](const ItemRow& a, const ItemRow& b) { return a.type == b.type; },
                [](const ItemRow& r) -> std::string_view { return r.type->reader->type().name; });
        case ColumnUse::Checksum:
            return put_repeated(
                out, rows, [](const ItemRow& a, const ItemRow& b) { return a.frame == b.frame; },
                [](const ItemRow& r) { return wire_checksum_name(r.frame->wire.checksum); });
        case ColumnUse::File:
            return put_repeated(
                out, rows, [](const ItemRow&, const ItemRow&) { return true; },
                [&](const ItemRow&) -> std::string_view { return cursor.file().path; });
        case ColumnUse::Field:
            if (plan.columns[column].or_name) return put_any(out, type, column, cursor, rows);
            return put_field(out, type, column, cursor, rows);
        default:
            return put_any(out, type, column, cursor, rows);
    }
}

}  // namespace tickreel
