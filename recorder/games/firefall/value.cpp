#include "recorder/games/firefall/value.h"

#include <algorithm>
#include <array>

#include "recorder/games/firefall/number.h"
#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

bool is_blob(const Type& type, bool optional) {
    if (type.kind == Type::Kind::Array) return type.one_blob;
    return optional && type.one_blob;
}

std::uint64_t read_number(const Type& type, ByteReader& in) {
    switch (type.bytes) {
        case 1:
            return in.u8();
        case 2:
            return in.u16();
        case 4:
            return in.u32();
        default:
            return in.u64();
    }
}

void write_number(const Type& type, std::uint64_t value, ByteWriter& out) {
    for (unsigned i = 0; i < type.bytes; ++i) out.u8(static_cast<Byte>(value >> (8 * i)));
}

std::uint64_t cut_to_wire(const Type& type, std::uint64_t value) {
    if (type.coding == Type::Coding::Half) return half_of(static_cast<std::uint32_t>(value));
    if (type.coding == Type::Coding::SignMagnitude) return sign_and_magnitude(value);
    return type.bytes == 8 ? value : value & ((1ULL << (8 * type.bytes)) - 1);
}

// The cell for a number read from the wire.
std::uint64_t cell_bits(const Type& type, std::uint64_t value) {
    if (type.coding == Type::Coding::Half) return float_of(static_cast<std::uint16_t>(value));
    if (type.coding == Type::Coding::SignMagnitude)
        return signed_of(static_cast<std::uint16_t>(value));
    if (!type.is_signed || type.bytes == 8) return value;
    const std::uint64_t sign = 1ULL << (8 * type.bytes - 1);
    return (value ^ sign) - sign;
}

// The numbers of a struct as on the wire, for its conditions and counts.
using MemberValues = std::array<std::uint64_t, kMaxMembers>;

bool is_present(const Member& member, const MemberValues& values) {
    return std::all_of(
        member.conditions.begin(), member.conditions.end(),
        [&](const Condition& one) { return one.holds(values[one.member]); });
}

std::uint64_t array_count(const Type& type, const MemberValues* values, ByteReader& in) {
    switch (type.count) {
        case Type::Count::Fixed:
            return type.fixed_count;
        case Type::Count::Prefix:
        case Type::Count::Bytes:
            return read_number(type, in);
        case Type::Count::Member:
            return values == nullptr ? 0 : (*values)[type.count_member];
        case Type::Count::Per64:
            break;
    }
    return values == nullptr ? 0 : (((*values)[type.count_member] >> 6) + 1) << 3;
}

ByteView read_text(const Type& type, ByteReader& in) {
    if (type.to_end) return in.bytes(in.left());
    ByteReader ahead = in;
    std::size_t length = 0;
    while (ahead.left() > 0 && ahead.u8() != 0) ++length;
    const ByteView text = in.bytes(length);
    (void)in.u8();  // fails when there was no NUL
    return text;
}

void skip_value(const Type& type, const MemberValues* values, ByteReader& in);

void skip_elements(const Type& element, std::uint64_t count, ByteReader& in) {
    if (element.fixed_bytes) {
        const std::size_t each = std::max<std::size_t>(*element.fixed_bytes, 1);
        if (count > in.left() / each)
            in.fail();
        else
            (void)in.bytes(static_cast<std::size_t>(count) * *element.fixed_bytes);
        return;
    }
    // Every element of varying length takes at least one byte, so this ends with the bytes.
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) skip_value(element, nullptr, in);
}

void skip_struct(const Struct& members, ByteReader& in) {
    MemberValues values{};
    for (std::size_t i = 0; i < members.members.size() && !in.failed(); ++i) {
        const Member& member = members.members[i];
        if (!is_present(member, values)) continue;
        if (member.type->kind == Type::Kind::Scalar)
            values[i] = read_number(*member.type, in);
        else
            skip_value(*member.type, &values, in);
    }
}

void skip_value(const Type& type, const MemberValues* values, ByteReader& in) {
    if (type.fixed_bytes) {
        (void)in.bytes(*type.fixed_bytes);
        return;
    }
    switch (type.kind) {
        case Type::Kind::Scalar:
            break;  // always has a fixed length
        case Type::Kind::CString:
            (void)read_text(type, in);
            break;
        case Type::Kind::Struct:
            skip_struct(*type.members, in);
            break;
        case Type::Kind::Array:
            if (type.count == Type::Count::Bytes)
                (void)in.bytes(static_cast<std::size_t>(array_count(type, values, in)));
            else
                skip_elements(*type.element, array_count(type, values, in), in);
            break;
    }
}

// `values`: of the struct that contains the array, for its count.
void read_value(const Type& type, bool optional, const MemberValues* values, ByteReader& in,
                Cells& cells);

void read_struct(const Struct& owner, bool optional, ByteReader& in, Cells& cells) {
    MemberValues values{};
    for (std::size_t i = 0; i < owner.members.size(); ++i) {
        const Member& member = owner.members[i];
        const bool may_miss = optional || member.may_miss();
        if (!is_present(member, values)) {
            cells.resize(cells.size() + member.type->columns, Cell{.null = true});
            continue;
        }
        const std::size_t first = cells.size();
        read_value(*member.type, may_miss, &values, in, cells);
        if (member.type->kind == Type::Kind::Scalar)
            values[i] = cut_to_wire(*member.type, cells[first].bits);
    }
}

void read_value(const Type& type, bool optional, const MemberValues* values, ByteReader& in,
                Cells& cells) {
    if (is_blob(type, optional)) {
        ByteReader before = in;
        skip_value(type, values, in);
        const ByteView bytes =
            in.failed() ? ByteView{} : before.bytes(in.position() - before.position());
        cells.push_back({.bytes = Bytes(bytes.begin(), bytes.end())});
        return;
    }
    switch (type.kind) {
        case Type::Kind::Scalar:
            cells.push_back({.bits = cell_bits(type, read_number(type, in))});
            break;
        case Type::Kind::CString: {
            const ByteView text = read_text(type, in);
            cells.push_back({.bytes = Bytes(text.begin(), text.end())});
            break;
        }
        case Type::Kind::Struct:
            read_struct(*type.members, optional, in, cells);
            break;
        case Type::Kind::Array:
            for (std::uint32_t i = 0; i < type.fixed_count; ++i)
                read_value(*type.element, optional, nullptr, in, cells);
            break;
    }
}

Cell next_cell(std::span<const Cell>& cells) {
    if (cells.empty()) return {};
    Cell cell = cells.front();
    cells = cells.subspan(1);
    return cell;
}

void write_value(const Type& type, bool optional, const MemberValues* values,
                 std::span<const Cell>& cells, ByteWriter& out);

void write_struct(const Struct& owner, bool optional, std::span<const Cell>& cells,
                  ByteWriter& out) {
    MemberValues values{};
    for (std::size_t i = 0; i < owner.members.size(); ++i) {
        const Member& member = owner.members[i];
        if (!is_present(member, values)) {
            cells = cells.subspan(std::min(cells.size(), member.type->columns));
            continue;
        }
        if (member.type->kind == Type::Kind::Scalar && !cells.empty())
            values[i] = cut_to_wire(*member.type, cells.front().bits);
        write_value(*member.type, optional || member.may_miss(), &values, cells, out);
    }
}

// The least that can be read as a value: no elements, texts without letters. `redact` empties
// bytes, which most layouts cannot have.
Bytes least_value(const Type& type, const MemberValues* values) {
    constexpr std::size_t kMost = 1U << 16;
    for (Bytes zeros; zeros.size() <= kMost; zeros.resize(zeros.empty() ? 1 : zeros.size() * 2)) {
        ByteReader in(zeros);
        skip_value(type, values, in);
        if (!in.failed()) return Bytes(in.position());
    }
    return {};
}

void write_value(const Type& type, bool optional, const MemberValues* values,
                 std::span<const Cell>& cells, ByteWriter& out) {
    const bool blob = is_blob(type, optional);
    if (type.kind == Type::Kind::Struct && !blob) {
        write_struct(*type.members, optional, cells, out);
        return;
    }
    if (type.kind == Type::Kind::Array && !blob) {
        for (std::uint32_t i = 0; i < type.fixed_count; ++i)
            write_value(*type.element, optional, nullptr, cells, out);
        return;
    }
    const Cell cell = next_cell(cells);
    if (type.kind == Type::Kind::Scalar) {
        write_number(type, cut_to_wire(type, cell.bits), out);
        return;
    }
    out.bytes(blob && cell.bytes.empty() ? least_value(type, values) : cell.bytes);
    if (type.kind == Type::Kind::CString && !type.to_end) out.u8(0);
}

}  // namespace

void add_columns(const Type& type, const std::string& name, bool optional,
                 std::vector<Field>& columns) {
    Field column{.name = name, .nullable = optional};
    if (is_blob(type, optional)) {
        column.kind = FieldKind::Blob;
        columns.push_back(std::move(column));
        return;
    }
    switch (type.kind) {
        case Type::Kind::Scalar:
            column.kind = type.column;
            if (type.coding == Type::Coding::SignMagnitude) column.scale = kQuantum;
            if (column.kind == FieldKind::UInt32 && name.ends_with("Time")) column.unit = "ms";
            if (type.values != nullptr) column.values = *type.values;
            columns.push_back(std::move(column));
            break;
        case Type::Kind::CString:
            column.kind = FieldKind::Text;
            columns.push_back(std::move(column));
            break;
        case Type::Kind::Struct:
            for (const Member& member : type.members->members)
                add_columns(*member.type, name + "." + member.name, optional || member.may_miss(),
                            columns);
            break;
        case Type::Kind::Array:
            for (std::uint32_t i = 0; i < type.fixed_count; ++i)
                add_columns(*type.element, concat(name, "_", i), optional, columns);
            break;
    }
}

ByteView take_value(const Type& type, ByteReader& in) {
    ByteReader before = in;
    skip_value(type, nullptr, in);
    return in.failed() ? ByteView{} : before.bytes(in.position() - before.position());
}

void read_cells(const Type& type, bool optional, ByteReader& in, Cells& cells) {
    read_value(type, optional, nullptr, in, cells);
}

void write_cells(const Type& type, bool optional, std::span<const Cell>& cells, ByteWriter& out) {
    write_value(type, optional, nullptr, cells, out);
}

}  // namespace tickreel::firefall
