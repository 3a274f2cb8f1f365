#pragma once
// Rows as typed values. Reading never fails: a field beyond the end of a short row, cut off or not
// sent (hidden_values.h) is null; extra_words() returns the words after the fields.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// null, or the stored value (scale not applied). Enum, Flags and TickNumber read as int64.
using Value =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Bytes>;

// Reads many rows of one type: computes the position of each field once. Keeps a reference to the
// type, which must outlive it.
class RowReader {
public:
    explicit RowReader(const ItemType& type);

    const ItemType& type() const { return *type_; }
    Value read(Row row, std::size_t field) const;
    // The words that no field covers, for raw display.
    Row extra_words(Row row) const;

private:
    struct Place {
        std::size_t slot = 0;      // index of the slot's first word
        std::size_t null_bit = 0;  // which presence bit; for fields without one see hide()
    };
    bool is_null(Row row, std::size_t field) const;
    std::size_t tail_start(Row row, std::size_t field) const;
    Value read_tail(Row row, std::size_t field) const;

    const ItemType* type_;
    std::vector<Place> places_;
    std::vector<std::size_t> tails_;  // the text and blob fields
    std::size_t slots_end_ = 0;
};

// The same for a single row.
Value read_field(const ItemType& type, Row row, std::size_t field);
Row extra_words(const ItemType& type, Row row);
// One value per field; a value whose type does not fit the field's kind fails an assert.
std::vector<Word> make_row(const ItemType& type, const std::vector<Value>& values);

std::vector<Word> pack_text(std::string_view text,
                            std::size_t words);  // truncated to words * 4 - 1 bytes
std::string unpack_text(Row words);

// For display: enum names, flags as "A|B", scaled numbers with unit, quoted text, blobs in hex.
std::string display_value(const Field& field, const Value& value);
// The name of an Enum value; empty if it has none.
std::string_view enum_name(const Field& field, std::int64_t value);
// As a plain number if the kind has one (bool, ints, floats, ticks, enums).
std::optional<double> as_number(const Value& value);
std::string as_text(const Value& value);  // "" if it is no text

}  // namespace tickreel
