#include "recorder/commands/verbs/tick_compare.h"

#include <algorithm>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/output/type_book.h"
#include "tickreel/model/row.h"

namespace tickreel {

namespace {

Cell nothing() {
    return {"", "null", ""};
}

Cell value_cell(const Field& field, const Value& value) {
    return {printable(display_value(field, value)), json_value(field, value),
            csv_value(field, value)};
}

Cell words_cell(Row words) {
    const std::string text = json_words(words);
    return {text, text, text};
}

class TickTable {
public:
    explicit TickTable(const Schema& schema) : types_(schema) {}

    void came(Item item) { add("added", item.key, nothing(), nothing(), nothing()); }
    void went(Item item) { add("removed", item.key, nothing(), nothing(), nothing()); }
    void changed(ItemKey key, Row before, Row after) {
        const RowReader& reader = types_.reader(key.type);
        const ItemType& type = reader.type();
        for (std::size_t i = 0; type.known && i < type.fields.size(); ++i) {
            const Value a = reader.read(before, i);
            const Value b = reader.read(after, i);
            if (a != b)
                add("changed", key, text_cell(type.fields[i].name), value_cell(type.fields[i], a),
                    value_cell(type.fields[i], b));
        }
        const Row a = uncovered_words(reader, before);
        const Row b = uncovered_words(reader, after);
        if (!std::equal(a.begin(), a.end(), b.begin(), b.end()))
            add("changed", key, text_cell("words"), words_cell(a), words_cell(b));
    }
    Table take() { return std::move(table_); }

private:
    void add(std::string_view change, ItemKey key, Cell field, Cell before, Cell after) {
        const std::string id = std::to_string(key.entity);
        table_.add({text_cell(change),
                    text_cell(types_[key.type].name),
                    {id, '"' + id + '"', id},
                    std::move(field),
                    std::move(before),
                    std::move(after)});
    }

    TypeBook types_;
    Table table_{{{"change"}, {"type"}, {"id", true}, {"field"}, {"before"}, {"after"}}};
};

}  // namespace

Table compare_ticks(const Schema& schema, const Snapshot& before, const Snapshot& after) {
    TickTable table(schema);
    std::size_t a = 0;
    std::size_t b = 0;
    while (a < before.size() || b < after.size()) {
        if (b == after.size() || (a < before.size() && before[a].key < after[b].key)) {
            table.went(before[a++]);
        } else if (a == before.size() || after[b].key < before[a].key) {
            table.came(after[b++]);
        } else {
            const Item now = after[b++];
            const Item old = before[a++];
            if (!std::equal(old.row.begin(), old.row.end(), now.row.begin(), now.row.end()))
                table.changed(now.key, old.row, now.row);
        }
    }
    return table.take();
}

}  // namespace tickreel
