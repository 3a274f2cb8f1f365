#include "recorder/commands/output/item_json.h"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

namespace {

// The fewest digits, as DuckDB spells them, so that `cat` and `sql` agree as text: 5.0, 1e+16.
template <class Number>
std::string spelled(Number number) {
    const Number size = std::abs(number);
    if (!std::isfinite(number)) return shortest(number);
    const bool fixed =
        size == 0 || (size >= static_cast<Number>(1e-4) && size < static_cast<Number>(1e16));
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                   fixed ? std::chars_format::fixed : std::chars_format::scientific)
                         .ptr;
    std::string text(buffer.data(), end);
    return fixed && text.find('.') == text.npos ? text + ".0" : text;
}

std::string float_text(const Field& field, double number) {
    return field.kind == FieldKind::Float32 ? spelled(static_cast<float>(number)) : spelled(number);
}

bool is_wide(FieldKind kind) {
    return kind == FieldKind::Int64 || kind == FieldKind::UInt64;
}

std::string plain_value(const Field& field, const Value& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    if (const auto* number = std::get_if<std::uint64_t>(&value)) return std::to_string(*number);
    if (const auto* number = std::get_if<double>(&value)) return float_text(field, *number);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* blob = std::get_if<Bytes>(&value)) return hex(*blob);
    return "";
}

// "": it has none, or numbers are wanted.
std::string_view shown_name(const Field& field, const Value& value, const ValueStyle& style) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (style.raw || field.kind != FieldKind::Enum || number == nullptr) return {};
    return enum_name(field, *number);
}

bool is_json_number(std::string_view text) {
    return !text.empty() && text.find_first_of("ni") == std::string_view::npos;  // nan, inf
}

}  // namespace

void append_json_value(std::string& out, const Field& field, const Value& value,
                       const ValueStyle& style) {
    const bool quoted_number = is_wide(field.kind) && !style.big_numbers;
    if (std::holds_alternative<std::monostate>(value)) {
        out += "null";
    } else if (const auto name = shown_name(field, value, style); !name.empty()) {
        append_json_string(out, name);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        append_json_string(out, *text);
    } else if (const auto* number = std::get_if<std::int64_t>(&value); number && !quoted_number) {
        const fmt::format_int digits(*number);
        out.append(digits.data(), digits.size());
    } else {
        const std::string plain = plain_value(field, value);
        const bool quoted = std::holds_alternative<Bytes>(value) || quoted_number ||
                            !(std::holds_alternative<bool>(value) || is_json_number(plain));
        if (quoted) out += '"';
        out += plain;
        if (quoted) out += '"';
    }
}

std::string json_value(const Field& field, const Value& value, const ValueStyle& style) {
    std::string out;
    append_json_value(out, field, value, style);
    return out;
}

std::string csv_value(const Field& field, const Value& value, const ValueStyle& style) {
    if (const auto name = shown_name(field, value, style); !name.empty()) return std::string(name);
    return plain_value(field, value);
}

std::string json_words(Row words) {
    std::string out = "[";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i != 0) out += ',';
        out += std::to_string(words[i]);
    }
    return out + ']';
}

Row uncovered_words(const RowReader& type, Row row) {
    return type.type().known ? type.extra_words(row) : row;
}

void append_fields(std::string& out, const RowReader& type, Row row,
                   const std::vector<std::size_t>& fields, const ValueStyle& style) {
    out += "\"fields\":{";
    if (type.type().known) {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const Field& field = type.type().fields[fields[i]];
            if (i != 0) out += ',';
            append_json_string(out, field.name);
            out += ':';
            append_json_value(out, field, type.read(row, fields[i]), style);
        }
    }
    out += '}';
    const Row words = uncovered_words(type, row);
    if (!type.type().known || !words.empty()) out += ",\"words\":" + json_words(words);
}

}  // namespace tickreel
