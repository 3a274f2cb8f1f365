#pragma once
// Items as lines of text: every field with name, kind, value and raw words, and whether it changed
// since the previous snapshot. Draws nothing; the item list and inspector use it.

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
    std::string value{};   // formatted for display
    std::string raw{};     // the words: "12 (0x0000000c)"
    std::string before{};  // the value in the previous snapshot, if it changed
    std::string now{};     // the value evolved to this tick, if it differs
    bool changed = false;
    Roles roles{};
    std::size_t field = 0;  // as in FieldRef: an index beyond the type's fields is a raw word
};

struct ItemReport {
    ItemKey key{};
    std::string title{};
    std::string type{};
    std::string origin{};
    bool known = true;
    bool created = false;  // absent from the previous snapshot
    std::vector<FieldLine> fields{};
};

// The lines of a row; raw words that no field covers come last.
std::vector<FieldLine> inspect_row(const ItemType& type, Row row);
// Empty when the item is not in the snapshot. With `before` == nullptr nothing counts as changed.
std::optional<ItemReport> inspect(const Schema& schema, const Snapshot& snapshot,
                                  const Snapshot* before, ItemKey key,
                                  const Roster* roster = nullptr);
// `now`: the item's evolved row (evolver.h). The values as sent stay unchanged.
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
// All items by type. `filter` keeps those whose type, entity number or name contains it
// (case-insensitive; all of its words must occur).
std::vector<ItemGroup> list_items(const Schema& schema, const Snapshot& snapshot,
                                  const Snapshot* before, std::string_view filter,
                                  const Roster* roster = nullptr);

}  // namespace tickreel
