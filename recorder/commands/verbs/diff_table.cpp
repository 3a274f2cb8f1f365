#include "recorder/commands/verbs/diff_table.h"

#include <algorithm>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/analysis/snapshot_diff.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

namespace {

Cell nothing() {
    return {"", "null", ""};
}

Cell value_cell(const Field& field, const Value& value, const ValueStyle& style) {
    return {shown_value(field, value, style), json_value(field, value, style),
            csv_value(field, value, style)};
}

Cell words_cell(const RowReader& type, const Snapshot& snapshot, ItemKey key) {
    const auto row = snapshot.find(key);
    const std::string text = json_words(row ? uncovered_words(type, *row) : Row{});
    return {text, text, text};
}

std::string_view change_name(ItemDiff::Kind kind) {
    return kind == ItemDiff::Kind::Added     ? "added"
           : kind == ItemDiff::Kind::Removed ? "removed"
                                             : "changed";
}

}  // namespace

Table diff_table(const Schema& schema, const Snapshot& before, const Snapshot& after,
                 const ValueStyle& style) {
    const TypeTable types(schema);
    Table table{{{"change"}, {"type"}, {"id", true}, {"field"}, {"before"}, {"after"}}};
    SnapshotDiff diff = diff_snapshots(schema, {before}, {after});
    std::sort(diff.items.begin(), diff.items.end(),
              [](const ItemDiff& a, const ItemDiff& b) { return a.key < b.key; });
    for (const ItemDiff& item : diff.items) {
        const RowReader& reader = types.reader(item.key.type);
        const ItemType& type = reader.type();
        const auto add = [&](Cell field, Cell old, Cell now) {
            const std::string id = std::to_string(item.key.entity);
            table.add({text_cell(change_name(item.kind)),
                       text_cell(type.name),
                       {id, big_number(style, id), id},
                       std::move(field),
                       std::move(old),
                       std::move(now)});
        };
        if (item.kind != ItemDiff::Kind::Changed) {
            add(nothing(), nothing(), nothing());
            continue;
        }
        bool words = false;
        for (const FieldDiff& field : item.fields) {
            if (!type.known || field.field >= type.fields.size())
                words = true;
            else if (field.before != field.after)
                add(text_cell(field.name),
                    value_cell(type.fields[field.field], field.before, style),
                    value_cell(type.fields[field.field], field.after, style));
        }
        if (words)
            add(text_cell("words"), words_cell(reader, before, item.key),
                words_cell(reader, after, item.key));
    }
    return table;
}

}  // namespace tickreel
