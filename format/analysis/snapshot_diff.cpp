#include "tickreel/analysis/snapshot_diff.h"

#include <algorithm>
#include <bit>

#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/inspect.h"

namespace tickreel {
namespace {

// The difference of two plain integer words, where both are shown as such.
std::string change_text(const FieldLine& a, const FieldLine& b) {
    const bool number = a.kind == "int32" || a.kind == "tick_number" || a.kind == "word";
    if (!number || a.value.empty() || b.value.empty()) return {};
    char* end_a = nullptr;
    char* end_b = nullptr;
    const double from = std::strtod(a.value.c_str(), &end_a);
    const double to = std::strtod(b.value.c_str(), &end_b);
    const double change = to - from;
    if (end_a == a.value.c_str() || end_b == b.value.c_str() || change == 0.0) return {};
    std::string text = std::to_string(change);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return change > 0 ? "+" + text : text;
}

// The value of a line: null if the row is too short.
Value value_of(const ItemType& type, Row row, std::size_t field) {
    if (field < type.fields.size()) return read_field(type, row, field);
    const std::size_t word = field - type.fields.size();
    return word < row.size() ? Value(std::int64_t{row[word]}) : Value();
}

// Bitwise: NaN equals itself.
bool same_value(const Value& a, const Value& b) {
    const auto* x = std::get_if<double>(&a);
    const auto* y = std::get_if<double>(&b);
    return x != nullptr && y != nullptr
               ? std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(*y)
               : a == b;
}

const ItemType& type_of(const Schema& schema, TypeId id) {
    static const ItemType kUnknown{"", "", TypeUse::Item, false, {}};
    return schema.contains(id) ? schema[id] : kUnknown;
}

ItemDiff changed_item(const Schema& schema, const DiffSide& b, Item before, Item after) {
    const ItemType& type = type_of(schema, after.key.type);
    return {after.key, ItemDiff::Kind::Changed, item_title(schema, b.snapshot, after.key, b.roster),
            type.known, diff_rows(type, before.row, after.row)};
}

ItemDiff whole_item(const Schema& schema, const DiffSide& side, Item item, ItemDiff::Kind kind) {
    const ItemType& type = type_of(schema, item.key.type);
    ItemDiff whole{
        item.key, kind, item_title(schema, side.snapshot, item.key, side.roster), type.known, {}};
    for (const FieldLine& line : inspect_row(type, item.row)) {
        FieldDiff field;
        field.field = line.field;
        field.name = line.name;
        const bool added = kind == ItemDiff::Kind::Added;
        (added ? field.after : field.before) = value_of(type, item.row, line.field);
        (added ? field.b : field.a) = line.value;
        (added ? field.raw_b : field.raw_a) = line.raw;
        whole.fields.push_back(std::move(field));
    }
    return whole;
}

}  // namespace

std::vector<FieldDiff> diff_rows(const ItemType& type, Row before, Row after) {
    const std::vector<FieldLine> old = inspect_row(type, before);
    const std::vector<FieldLine> now = inspect_row(type, after);
    FieldLine missing;
    missing.value = "not there";
    std::vector<FieldDiff> differ;
    for (std::size_t i = 0; i < std::max(old.size(), now.size()); ++i) {
        const FieldLine& from = i < old.size() ? old[i] : missing;
        const FieldLine& to = i < now.size() ? now[i] : missing;
        const FieldLine& there = i < now.size() ? to : from;
        Value was = value_of(type, before, there.field);
        Value is = value_of(type, after, there.field);
        // Lines of long values are truncated, so compare both.
        if (from.value == to.value && from.raw == to.raw && same_value(was, is)) continue;
        differ.push_back({there.field, std::move(was), std::move(is), there.name, from.value,
                          to.value, from.raw, to.raw, change_text(from, to)});
    }
    return differ;
}

SnapshotDiff diff_snapshots(const Schema& schema, const DiffSide& a, const DiffSide& b,
                            std::string_view filter) {
    SnapshotDiff diff;
    const auto shown = [&](const DiffSide& side, ItemKey key) {
        return filter.empty() ||
               matches_filter(item_title(schema, side.snapshot, key, side.roster), filter);
    };
    std::vector<Item> added;
    std::vector<Item> removed;
    for (const Item item : b.snapshot) {
        const auto before = a.snapshot.find(item.key);
        if (!shown(b, item.key)) continue;
        if (!before) {
            added.push_back(item);
        } else if (std::equal(before->begin(), before->end(), item.row.begin(), item.row.end())) {
            ++diff.same;
        } else {
            diff.items.push_back(changed_item(schema, b, {item.key, *before}, item));
            diff.fields += diff.items.back().fields.size();
        }
    }
    for (const Item item : a.snapshot)
        if (!b.snapshot.find(item.key) && shown(a, item.key)) removed.push_back(item);
    diff.changed = diff.items.size();
    diff.added = added.size();
    diff.removed = removed.size();
    for (const Item item : added)
        diff.items.push_back(whole_item(schema, b, item, ItemDiff::Kind::Added));
    for (const Item item : removed)
        diff.items.push_back(whole_item(schema, a, item, ItemDiff::Kind::Removed));
    return diff;
}

}  // namespace tickreel
