#include "tickreel/model/row.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cmath>

#include "format/base/quotes.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

namespace {

std::size_t tail_words(std::uint32_t bytes) {
    return (std::size_t{bytes} + 3) / 4;
}

std::uint32_t word_at(Row row, std::size_t at) {
    return at < row.size() ? static_cast<std::uint32_t>(row[at]) : 0;
}

Value read_slot(const Field& field, Row row, std::size_t slot) {
    const std::uint32_t low = word_at(row, slot);
    const std::uint64_t wide = low | std::uint64_t{word_at(row, slot + 1)} << 32;
    const auto narrow = std::int64_t{static_cast<std::int32_t>(low)};
    switch (field.kind) {
        case FieldKind::Bool:
            return low != 0;
        case FieldKind::UInt32:
            return std::uint64_t{low};
        case FieldKind::Int64:
            return static_cast<std::int64_t>(wide);
        case FieldKind::UInt64:
            return wide;
        case FieldKind::Float32:
            return double{std::bit_cast<float>(low)};
        case FieldKind::Float64:
            return std::bit_cast<double>(wide);
        case FieldKind::PackedText:
            return unpack_text(row.subspan(slot, field.words));
        default:
            return narrow;  // Int32, TickNumber, Enum, Flags
    }
}

std::uint64_t as_bits(const Value& value) {
    if (const auto* b = std::get_if<bool>(&value)) return *b ? 1 : 0;
    if (const auto* i = std::get_if<std::int64_t>(&value)) return static_cast<std::uint64_t>(*i);
    const auto* u = std::get_if<std::uint64_t>(&value);
    assert(u != nullptr);  // else the value does not fit the field's kind
    return *u;
}

void write_slot(const Field& field, const Value& value, std::vector<Word>& row, std::size_t slot) {
    std::uint64_t bits = 0;
    switch (field.kind) {
        case FieldKind::PackedText: {
            const std::vector<Word> packed = pack_text(std::get<std::string>(value), field.words);
            std::copy(packed.begin(), packed.end(),
                      row.begin() + static_cast<std::ptrdiff_t>(slot));
            return;
        }
        case FieldKind::Text:
            bits = std::get<std::string>(value).size();
            break;
        case FieldKind::Blob:
            bits = std::get<Bytes>(value).size();
            break;
        case FieldKind::Float32:
            bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::get<double>(value)));
            break;
        case FieldKind::Float64:
            bits = std::bit_cast<std::uint64_t>(std::get<double>(value));
            break;
        default:
            bits = as_bits(value);
    }
    row[slot] = static_cast<Word>(bits);
    if (slot_words(field) == 2) row[slot + 1] = static_cast<Word>(bits >> 32);
}

ByteView tail_bytes(const Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? as_bytes(*text) : ByteView(std::get<Bytes>(value));
}

std::string shortest(double number) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    return {buffer.data(), end};
}

std::string scaled_number(const Field& field, double number) {
    // At most three decimals for display; the inspector shows the raw value on demand.
    const double scaled = std::round(number * field.scale * 1000.0) / 1000.0;
    std::string text = shortest(scaled);
    if (!field.unit.empty()) text += " " + field.unit;
    return text;
}

std::string flags_text(const Field& field, std::int64_t bits) {
    std::string text;
    auto rest = static_cast<std::uint64_t>(bits) & 0xffffffffU;
    for (const NamedValue& flag : field.values) {
        const auto mask = static_cast<std::uint64_t>(flag.value);
        if (mask == 0 || (rest & mask) != mask) continue;
        text += (text.empty() ? "" : "|") + flag.name;
        rest &= ~mask;
    }
    if (rest != 0) text += concat(text.empty() ? "" : "|", rest);
    return text.empty() ? "0" : text;
}

}  // namespace

std::vector<FieldPlace> field_places(const ItemType& type) {
    std::vector<FieldPlace> places;
    places.reserve(type.fields.size());
    std::size_t slot = presence_words(type);
    std::size_t null_bit = 0;
    for (const Field& field : type.fields) {
        FieldPlace& place = places.emplace_back();
        place.slot = slot;
        place.words = slot_words(field);
        if (field.nullable) place.null_bit = null_bit++;
        slot += place.words;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Field& field = type.fields[i];
        if (!field.sentinel || places[i].words != 1 || has_tail(field)) continue;
        const std::size_t with = field.sentinel->with.value_or(i);
        if (with >= places.size()) continue;  // schemas are untrusted
        places[i].sentinel = field.sentinel->word;
        places[i].sentinel_slot = places[with].slot;
    }
    return places;
}

RowReader::RowReader(const ItemType& type)
    : type_(&type), places_(field_places(type)), slots_end_(presence_words(type)) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (has_tail(type.fields[i])) tails_.push_back(i);
        slots_end_ += places_[i].words;
    }
}

// First word of the field's bytes: after those of all text and blob fields before it.
std::size_t RowReader::tail_start(Row row, std::size_t field) const {
    std::size_t at = slots_end_;
    for (const std::size_t tail : tails_)
        if (tail < field) at += tail_words(word_at(row, places_[tail].slot));
    return at;
}

Value RowReader::read_tail(Row row, std::size_t field) const {
    const std::uint32_t length = word_at(row, places_[field].slot);
    const std::size_t start = tail_start(row, field);
    if (start > row.size() || tail_words(length) > row.size() - start) return {};
    Bytes bytes(length);
    for (std::size_t i = 0; i < length; ++i)
        bytes[i] = static_cast<Byte>(word_at(row, start + i / 4) >> (8 * (i % 4)));
    if (type_->fields[field].kind == FieldKind::Blob) return bytes;
    return std::string(bytes.begin(), bytes.end());
}

Value RowReader::read(Row row, std::size_t field) const {
    assert(field < places_.size());
    if (places_[field].is_null(row)) return {};
    if (has_tail(type_->fields[field])) return read_tail(row, field);
    return read_slot(type_->fields[field], row, places_[field].slot);
}

Row RowReader::extra_words(Row row) const {
    const std::size_t used = tail_start(row, places_.size());
    return used < row.size() ? row.subspan(used) : Row{};
}

Value read_field(const ItemType& type, Row row, std::size_t field) {
    return RowReader(type).read(row, field);
}

Row extra_words(const ItemType& type, Row row) {
    return RowReader(type).extra_words(row);
}

std::vector<Word> make_row(const ItemType& type, const std::vector<Value>& values) {
    assert(values.size() == type.fields.size());
    std::size_t slot = presence_words(type);
    std::size_t null_bit = 0;
    std::size_t slots_end = slot;
    for (const Field& field : type.fields) slots_end += slot_words(field);
    std::vector<Word> row(slots_end);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Field& field = type.fields[i];
        const bool null = std::holds_alternative<std::monostate>(values[i]);
        assert(!null || field.nullable);
        if (null)
            row[null_bit / 32] = static_cast<Word>(static_cast<std::uint32_t>(row[null_bit / 32]) |
                                                   1U << (null_bit % 32));
        else
            write_slot(field, values[i], row, slot);
        null_bit += field.nullable ? 1 : 0;
        slot += slot_words(field);
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        if (has_tail(type.fields[i]) && !std::holds_alternative<std::monostate>(values[i]))
            append_tail(tail_bytes(values[i]), row);
    return row;
}

void append_tail(ByteView bytes, std::vector<Word>& row) {
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 4 && i + k < bytes.size(); ++k)
            word |= std::uint32_t{bytes[i + k]} << (8 * k);
        row.push_back(static_cast<Word>(word));
    }
}

std::vector<Word> pack_text(std::string_view text, std::size_t words) {
    assert(words > 0);
    text = text.substr(0, words * 4 - 1);
    std::vector<Word> packed(words);
    for (std::size_t w = 0; w < words; ++w) {
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t at = w * 4 + k;
            const auto byte = at < text.size() ? static_cast<Byte>(text[at]) : Byte{0};
            word = word << 8 | (byte ^ 0x80U);
        }
        packed[w] = static_cast<Word>(word);
    }
    packed.back() = static_cast<Word>(static_cast<std::uint32_t>(packed.back()) & 0xffffff00U);
    return packed;
}

std::string unpack_text(Row words) {
    std::string text;
    for (std::size_t i = 0; i + 1 < words.size() * 4; ++i) {
        const auto byte = static_cast<char>(
            (static_cast<std::uint32_t>(words[i / 4]) >> (24 - 8 * (i % 4)) & 0xff) ^ 0x80);
        if (byte == 0) break;
        text += byte;
    }
    return text;
}

std::string_view enum_name(const Field& field, std::int64_t value) {
    for (const NamedValue& named : field.values)
        if (named.value == value) return named.name;
    return {};
}

std::string as_text(const Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : std::string();
}

std::optional<double> as_number(const Value& value) {
    if (const auto* b = std::get_if<bool>(&value)) return *b ? 1.0 : 0.0;
    if (const auto* i = std::get_if<std::int64_t>(&value)) return static_cast<double>(*i);
    if (const auto* u = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*u);
    if (const auto* d = std::get_if<double>(&value)) return *d;
    return std::nullopt;
}

std::string display_value(const Field& field, const Value& value) {
    if (std::holds_alternative<std::monostate>(value)) return "null";
    if (const auto* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const auto* text = std::get_if<std::string>(&value)) return put_in_quotes(*text, '"', '\\');
    if (const auto* blob = std::get_if<Bytes>(&value)) return hex(*blob);
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (integer != nullptr && field.kind == FieldKind::Flags) return flags_text(field, *integer);
    if (integer != nullptr && field.kind == FieldKind::Enum) {
        const std::string_view name = enum_name(field, *integer);
        return name.empty() ? std::to_string(*integer) : std::string(name);
    }
    if (field.scale != 1.0 || std::holds_alternative<double>(value))
        return scaled_number(field, *as_number(value));
    std::string text = integer != nullptr ? std::to_string(*integer)
                                          : std::to_string(std::get<std::uint64_t>(value));
    return field.unit.empty() ? text : text + " " + field.unit;
}

}  // namespace tickreel
