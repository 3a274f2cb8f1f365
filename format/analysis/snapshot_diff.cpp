#include "tickreel/analysis/snapshot_diff.h"

#include <algorithm>

#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/inspect.h"

namespace tickreel {
namespace {

// The difference of two plain integer words, where both are shown as such.
std::string change_text(const FieldLine& a, const FieldLine& b) {
    const bool number = a.kind == "int32" || a.kind == "tick_number" || a.kind == "word";
    if (!number || a.value.empty() || b.value.empty()) {
        return {};
    }
    char* end_a = nullptr;
    char* end_b = nullptr;
    const double from = std::strtod(a.value.c_str(), &end_a);
    const double to = std::strtod(b.value.c_str(), &end_b);
    const double change = to - from;
    if (end_a == a.value.c_str() || end_b == b.value.c_str() || change == 0.0) {
        return {};
    }
    std::string text = std::to_string(change);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return change > 0 ? "+" + text : text;
}

ItemDiff changed_item(const Schema& schema, const DiffSide& a, const DiffSide& b, ItemKey key) {
    const auto before = inspect(schema, a.snapshot, nullptr, key, a.roster);
    const auto after = inspect(schema, b.snapshot, nullptr, key, b.roster);
    ItemDiff item{key, ItemDiff::Kind::Changed, after->title, after->known, {}};
    const std::size_t count = std::max(before->fields.size(), after->fields.size());
    FieldLine missing;
    missing.value = "not there";
    for (std::size_t i = 0; i < count; ++i) {
        const FieldLine& from = i < before->fields.size() ? before->fields[i] : missing;
        const FieldLine& to = i < after->fields.size() ? after->fields[i] : missing;
        if (from.value != to.value || from.raw != to.raw) {
            item.fields.push_back({to.name.empty() ? from.name : to.name, from.value, to.value,
                                   from.raw, to.raw, change_text(from, to)});
        }
    }
    return item;
}

ItemDiff whole_item(const Schema& schema, const DiffSide& side, ItemKey key, ItemDiff::Kind kind) {
    const auto report = inspect(schema, side.snapshot, nullptr, key, side.roster);
    ItemDiff item{key, kind, report->title, report->known, {}};
    for (const FieldLine& field : report->fields) {
        FieldDiff line;
        line.name = field.name;
        const bool added = kind == ItemDiff::Kind::Added;
        (added ? line.b : line.a) = field.value;
        (added ? line.raw_b : line.raw_a) = field.raw;
        item.fields.push_back(std::move(line));
    }
    return item;
}

}  // namespace

SnapshotDiff diff_snapshots(const Schema& schema, const DiffSide& a, const DiffSide& b,
                            std::string_view filter) {
    SnapshotDiff diff;
    const auto shown = [&](const DiffSide& side, ItemKey key) {
        return filter.empty() ||
               matches_filter(item_title(schema, side.snapshot, key, side.roster), filter);
    };
    std::vector<ItemKey> added;
    std::vector<ItemKey> removed;
    for (const Item item : b.snapshot) {
        const auto before = a.snapshot.find(item.key);
        if (!shown(b, item.key)) {
            continue;
        }
        if (!before) {
            added.push_back(item.key);
        } else if (std::equal(before->begin(), before->end(), item.row.begin(), item.row.end())) {
            ++diff.same;
        } else {
            diff.items.push_back(changed_item(schema, a, b, item.key));
            diff.fields += diff.items.back().fields.size();
        }
    }
    for (const Item item : a.snapshot) {
        if (!b.snapshot.find(item.key) && shown(a, item.key)) {
            removed.push_back(item.key);
        }
    }
    diff.changed = diff.items.size();
    diff.added = added.size();
    diff.removed = removed.size();
    for (const ItemKey key : added) {
        diff.items.push_back(whole_item(schema, b, key, ItemDiff::Kind::Added));
    }
    for (const ItemKey key : removed) {
        diff.items.push_back(whole_item(schema, a, key, ItemDiff::Kind::Removed));
    }
    return diff;
}

}  // namespace tickreel
