#pragma once
// Rows as typed values. Reading never fails: a field beyond the end of a short row, cut off or not
// sent (Sentinel) is null; extra_words() returns the words after the fields.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// null, or the stored value (scale not applied). Enum, Flags and TickNumber read as int64.
using Value =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Bytes>;

// Where a field lies in the rows of its type, for code that reads the words themselves.
struct FieldPlace {
    std::size_t slot = 0;                   // index of the slot's first word
    std::size_t words = 0;                  // size of the slot
    std::optional<std::size_t> null_bit{};  // nullable fields: which presence bit
    std::optional<Word> sentinel{};         // other fields: null if this word ...
    std::size_t sentinel_slot = 0;          // ... is here too

    bool is_null(Row row) const {
        if (slot + words > row.size()) return true;
        if (null_bit)
            return ((static_cast<std::uint32_t>(row[*null_bit / 32]) >> (*null_bit % 32)) & 1U) !=
                   0;
        return sentinel && row[slot] == *sentinel && sentinel_slot < row.size() &&
               row[sentinel_slot] == *sentinel;
    }
};
std::vector<FieldPlace> field_places(const ItemType& type);  // one per field

// Reads many rows of one type: computes the position of each field once. Keeps a reference to the
// type, which must outlive it.
class RowReader {
public:
    explicit RowReader(const ItemType& type);

    const ItemType& type() const { return *type_; }
    Value read(Row row, std::size_t field) const;
    const FieldPlace& place(std::size_t field) const { return places_[field]; }
    // Words before the bytes of texts and blobs: a shorter row lacks fields.
    std::size_t slots_end() const { return slots_end_; }
    // The words that no field covers, for raw display.
    Row extra_words(Row row) const;

private:
    std::size_t tail_start(Row row, std::size_t field) const;
    Value read_tail(Row row, std::size_t field) const;

    const ItemType* type_;
    std::vector<FieldPlace> places_;
    std::vector<std::size_t> tails_;  // the text and blob fields
    std::size_t slots_end_ = 0;
};

// The same for a single row.
Value read_field(const ItemType& type, Row row, std::size_t field);
Row extra_words(const ItemType& type, Row row);
// One value per field; a value whose type does not fit the field's kind fails an assert.
std::vector<Word> make_row(const ItemType& type, const std::vector<Value>& values);

// Appends the bytes of a text or blob field: four per word, lowest byte first.
void append_tail(ByteView bytes, std::vector<Word>& row);

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
