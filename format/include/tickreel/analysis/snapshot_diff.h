#pragma once
// Compares two snapshots of a recording item by item and field by field: values for programs, lines
// for display. Words that no field covers (all words of an unknown item) are compared singly.

#include <string>
#include <vector>

#include "tickreel/model/roster.h"
#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

struct FieldDiff {
    std::size_t field = 0;  // an index beyond the type's fields: a raw word
    Value before{};         // null if absent; equal to `after` if only raw words differ
    Value after{};
    std::string name{};
    std::string a{};
    std::string b{};
    std::string raw_a{};
    std::string raw_b{};
    std::string change{};  // "+12", for plain numbers
};

struct ItemDiff {
    enum class Kind { Changed, Added, Removed };
    ItemKey key{};
    Kind kind = Kind::Changed;
    std::string title{};
    bool known = true;
    std::vector<FieldDiff> fields{};  // for Changed: only fields that differ
};

struct SnapshotDiff {
    std::vector<ItemDiff> items{};  // changed, then added, then removed
    std::size_t changed = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    std::size_t same = 0;
    std::size_t fields = 0;  // number of fields that differ
};

struct DiffSide {
    const Snapshot& snapshot;
    const Roster* roster = nullptr;  // players named by messages up to then
};

// The differing fields of two rows of one type, in field order, raw words last.
std::vector<FieldDiff> diff_rows(const ItemType& type, Row before, Row after);

// `filter` as for list_items().
SnapshotDiff diff_snapshots(const Schema& schema, const DiffSide& a, const DiffSide& b,
                            std::string_view filter = {});

}  // namespace tickreel
