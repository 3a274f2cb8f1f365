#include "recorder/games/firefall/view_shape.h"

#include "tickreel/model/row.h"

namespace tickreel::firefall {

namespace {

void set_roles(const ViewLayout& layout, std::vector<Field>& columns) {
    for (Field& column : columns)
        if (column.kind == FieldKind::Text && column.name.ends_with("ArmyTag"))
            column.roles = Role::Clan;
    // Current positions (poses included) and names of these are in a separate
    // item.
    if (layout.is_mover_part()) return;
    for (Field& column : columns) {
        if (column.name == "HostilityInfo.FactionId") column.roles = Role::Team;
        if (column.name == "CurrentHealthPct") column.roles = Role::Health;
        if (column.name == layout.name_path) column.roles = Role::Name;
        if (layout.position_path.empty()) continue;
        if (column.name == layout.position_path + ".x") column.roles = Role::PositionX;
        if (column.name == layout.position_path + ".y") column.roles = Role::PositionY;
        if (column.name == layout.position_path + ".z") column.roles = Role::PositionZ;
        if (column.roles.has(Role::PositionX) || column.roles.has(Role::PositionY) ||
            column.roles.has(Role::PositionZ))
            column.unit = "m";
    }
}

std::uint32_t bits(Word word) {
    return static_cast<std::uint32_t>(word);
}

}  // namespace

ViewShape::ViewShape(const ViewLayout& of) : layout(&of) {
    type.name = of.name;
    type.origin = std::to_string(of.typecode);
    type.known = of.known;
    type.checksum = ChecksumScope::Item;
    type.shares_names = of.name.starts_with("Character_");
    type.fields = {{.name = "Checksum",
                    .kind = FieldKind::Enum,
                    .roles = Role::Checksum,
                    .values = {{0, "unchecked"}, {1, "ok"}, {2, "mismatch"}, {3, "ok earlier"}}}};
    if (!of.known) {
        type.fields.push_back({.name = "Stale", .kind = FieldKind::Bool});
        type.fields.push_back({.name = "Keyframe", .kind = FieldKind::Blob});
        return;
    }
    const std::size_t nullable = of.nullable_count();
    bitfield_bytes = (nullable + 7) / 8;
    has_unused_bits = nullable % 8 != 0;
    if (of.is_controller()) type.fields.push_back({.name = "PlayerId", .kind = FieldKind::UInt64});
    if (has_unused_bits) type.fields.push_back({.name = "UnusedBits", .kind = FieldKind::UInt32});
    for (const ShadowField& field : of.fields) {
        const std::size_t before = type.fields.size();
        add_columns(*field.type, field.name, field.nullable, type.fields);
        columns.push_back(type.fields.size() - before);
    }
    set_roles(of, type.fields);
}

std::vector<Word> pack_row(const ItemType& type, const Cells& cells) {
    std::vector<Word> row(presence_words(type));
    std::size_t null_bit = 0;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& column = type.fields[i];
        const Cell& cell = cells[i];
        if (column.nullable) {
            if (cell.null)
                row[null_bit / 32] =
                    static_cast<Word>(bits(row[null_bit / 32]) | 1U << (null_bit % 32));
            ++null_bit;
        }
        row.push_back(static_cast<Word>(has_tail(column) ? cell.bytes.size() : cell.bits));
        if (slot_words(column) == 2) row.push_back(static_cast<Word>(cell.bits >> 32));
    }
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (has_tail(type.fields[i])) append_tail(cells[i].bytes, row);
    return row;
}

std::optional<Cells> unpack_row(const ItemType& type, Row row) {
    std::size_t at = presence_words(type);
    std::size_t tail = at;
    for (const Field& column : type.fields) tail += slot_words(column);
    if (tail > row.size()) return std::nullopt;
    Cells cells;
    cells.reserve(type.fields.size());
    std::size_t null_bit = 0;
    for (const Field& column : type.fields) {
        Cell& cell = cells.emplace_back();
        if (column.nullable) {
            cell.null = (bits(row[null_bit / 32]) >> (null_bit % 32) & 1) != 0;
            ++null_bit;
        }
        cell.bits = bits(row[at++]);
        if (slot_words(column) == 2) cell.bits |= std::uint64_t{bits(row[at++])} << 32;
        if (!has_tail(column)) continue;
        const std::size_t length = cell.bits;
        if ((length + 3) / 4 > row.size() - tail) return std::nullopt;
        for (std::size_t i = 0; i < length; ++i)
            cell.bytes.push_back(static_cast<Byte>(bits(row[tail + i / 4]) >> (8 * (i % 4))));
        tail += (length + 3) / 4;
    }
    return cells;
}

}  // namespace tickreel::firefall
