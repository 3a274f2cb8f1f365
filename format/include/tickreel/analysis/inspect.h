#pragma once
// Items as lines of text: every field with its name, kind, value and raw words, and whether it
// changed since the snapshot before. Knows no window; the item list and the inspector draw this.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/row.h"

namespace tickreel {

struct FieldLine {
    std::string name{};
    std::string kind{};    // "int32", "enum" ...
    std::string value{};   // for people
    std::string raw{};     // the words: "12 (0x0000000c)"
    std::string before{};  // the value in the snapshot before, when changed
    std::string now{};     // as clients evolve it to this tick, when that is another
    bool changed = false;
    Roles roles{};
    std::size_t field = 0;  // as in FieldRef: beyond the type's fields it is a raw word
};

struct ItemReport {
    ItemKey key{};
    std::string title{};
    std::string type{};
    std::string origin{};
    bool known = true;
    bool created = false;  // not in the snapshot before
    std::vector<FieldLine> fields{};
};

// The lines of a row, raw words that no field covers last.
std::vector<FieldLine> inspect_row(const ItemType& type, Row row);
// Nothing when the item is not in the snapshot. `before` may be nullptr: nothing counts as changed.
std::optional<ItemReport> inspect(const Schema& schema, const Snapshot& snapshot,
                                  const Snapshot* before, ItemKey key,
                                  const Roster* roster = nullptr);
// `now`: the item's row as clients evolve it, see evolver.h. Values as sent stay what they are.
void add_evolved(const Schema& schema, Row now, ItemReport& report);
ItemReport inspect_event(const Schema& schema, const Event& event);

// A row of the item list.
struct ItemLine {
    ItemKey key{};
    std::string label{};  // "7  nameless tee" or "7"
    bool changed = false;
    bool created = false;
};
struct ItemGroup {
    TypeId type = 0;
    std::string name{};
    bool known = true;
    std::size_t changed = 0;
    std::vector<ItemLine> items{};
};
// All items by type. `filter` keeps those whose type, entity number or name contains it (case does
// not matter; several words must all be found).
std::vector<ItemGroup> list_items(const Schema& schema, const Snapshot& snapshot,
                                  const Snapshot* before, std::string_view filter,
                                  const Roster* roster = nullptr);

}  // namespace tickreel
