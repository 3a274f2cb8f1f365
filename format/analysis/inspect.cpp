#include "tickreel/analysis/inspect.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "tickreel/analysis/describe.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

std::string word_text(Word word) {
    char text[40];
    std::snprintf(text, sizeof text, "%d (0x%08x)", word, static_cast<unsigned>(word));
    return text;
}

std::string words_text(Row words) {
    constexpr std::size_t kShown = 8;
    if (words.size() == 1) return word_text(words[0]);
    std::string text;
    for (std::size_t i = 0; i < words.size() && i < kShown; ++i) {
        char word[16];
        std::snprintf(word, sizeof word, "%s%08x", i > 0 ? " " : "",
                      static_cast<unsigned>(words[i]));
        text += word;
    }
    return words.size() > kShown ? text + " ..." : text;
}

FieldLine field_line(const RowReader& reader, std::size_t index, Row row) {
    const Field& field = reader.type().fields[index];
    const FieldPlace& place = reader.place(index);
    FieldLine line;
    line.name = field.name;
    line.kind = field_kind_name(field.kind);
    line.roles = field.roles;
    line.value = display_value(field, reader.read(row, index));
    if (place.slot < row.size())
        line.raw =
            words_text(row.subspan(place.slot, std::min(place.words, row.size() - place.slot)));
    return line;
}

void mark_changes(std::vector<FieldLine>& lines, const std::vector<FieldLine>& before) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool same =
            i < before.size() && before[i].value == lines[i].value && before[i].raw == lines[i].raw;
        if (!same) {
            lines[i].changed = true;
            lines[i].before = i < before.size() ? before[i].value : "not there";
        }
    }
}

const ItemType& type_or_unknown(const Schema& schema, TypeId id) {
    static const ItemType kUnknown{"type not in the schema", "", TypeUse::Item, false, {}};
    return schema.contains(id) ? schema[id] : kUnknown;
}

std::string field_names(const ItemType& type) {
    std::string names;
    for (const Field& field : type.fields) names += field.name + " ";
    return names;
}

// The most relevant first: players, things with a position, then bookkeeping.
int rank(const ItemType& type) {
    const bool placed = find_role(type, Role::PositionX).has_value();
    if (placed) return shares_names(type) ? 0 : 2;
    return shares_names(type) ? 1 : 3;
}

bool row_changed(const Snapshot* before, const Item& item, bool& created) {
    if (before == nullptr) return false;
    const auto old = before->find(item.key);
    created = !old;
    return !old || !std::equal(old->begin(), old->end(), item.row.begin(), item.row.end());
}

}  // namespace

std::vector<FieldLine> inspect_row(const ItemType& type, Row row) {
    std::vector<FieldLine> lines;
    const RowReader reader(type);
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        lines.push_back(field_line(reader, i, row));
        lines.back().field = i;
    }
    const Row extra = reader.extra_words(row);
    for (std::size_t i = 0; i < extra.size(); ++i) {
        FieldLine line;
        line.name = concat("+", i);
        line.kind = "word";
        line.value = std::to_string(extra[i]);
        line.raw = word_text(extra[i]);
        line.field = type.fields.size() + (row.size() - extra.size()) + i;
        lines.push_back(line);
    }
    return lines;
}

std::optional<ItemReport> inspect(const Schema& schema, const Snapshot& snapshot,
                                  const Snapshot* before, ItemKey key, const Roster* roster) {
    const auto row = snapshot.find(key);
    if (!row) return std::nullopt;
    const ItemType& type = type_or_unknown(schema, key.type);
    ItemReport report{key,
                      item_title(schema, snapshot, key, roster),
                      type.name,
                      type.origin,
                      type.known,
                      false,
                      inspect_row(type, *row)};
    if (before != nullptr) {
        const auto old = before->find(key);
        report.created = !old;
        if (old) mark_changes(report.fields, inspect_row(type, *old));
    }
    return report;
}

void add_evolved(const Schema& schema, Row now, ItemReport& report) {
    if (now.empty() || !schema.contains(report.key.type)) return;
    const std::vector<FieldLine> lines = inspect_row(schema[report.key.type], now);
    for (std::size_t i = 0; i < lines.size() && i < report.fields.size(); ++i)
        if (lines[i].value != report.fields[i].value) report.fields[i].now = lines[i].value;
}

ItemReport inspect_event(const Schema& schema, const Event& event) {
    const ItemType& type = type_or_unknown(schema, event.type);
    return {{event.type, 0},
            type.name,
            type.name,
            type.origin,
            type.known,
            false,
            inspect_row(type, event.row)};
}

std::vector<ItemGroup> list_items(const Schema& schema, const Snapshot& snapshot,
                                  const Snapshot* before, std::string_view filter,
                                  const Roster* roster) {
    std::map<EntityId, std::string> names;  // looked up once per entity
    std::vector<ItemGroup> groups;
    for (const Item item : snapshot) {
        const ItemType& type = type_or_unknown(schema, item.key.type);
        auto [name, added] = names.try_emplace(item.key.entity);
        if (added) name->second = entity_name(schema, snapshot, item.key.entity, roster);
        const bool named = shares_names(type);
        ItemLine line;
        line.key = item.key;
        line.label = std::to_string(item.key.entity);
        if (named && !name->second.empty()) line.label += "  " + name->second;
        if (!filter.empty() &&
            !matches_filter(type.name + " " + line.label + " " + field_names(type), filter))
            continue;
        line.changed = row_changed(before, item, line.created);
        if (groups.empty() || groups.back().type != item.key.type)
            groups.push_back({item.key.type, type.name, type.known, 0, {}});
        groups.back().changed += line.changed ? 1 : 0;
        groups.back().items.push_back(std::move(line));
    }
    std::stable_sort(groups.begin(), groups.end(), [&](const ItemGroup& a, const ItemGroup& b) {
        return rank(type_or_unknown(schema, a.type)) < rank(type_or_unknown(schema, b.type));
    });
    return groups;
}

}  // namespace tickreel
