#pragma once
// Two snapshots compared, item by item and field by field, as lines for people. Unknown items show
// their raw words.

#include <string>
#include <vector>

#include "tickreel/analysis/roster.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

struct FieldDiff {
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
    std::vector<FieldDiff> fields{};  // of Changed: only those that differ
};

struct SnapshotDiff {
    std::vector<ItemDiff> items{};  // changed, then added, then removed
    std::size_t changed = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    std::size_t same = 0;
    std::size_t fields = 0;  // that differ
};

struct DiffSide {
    const Snapshot& snapshot;
    const Roster* roster = nullptr;  // whom messages had named by then
};

// `filter` as for list_items().
SnapshotDiff diff_snapshots(const Schema& schema, const DiffSide& a, const DiffSide& b,
                            std::string_view filter = {});

}  // namespace tickreel
