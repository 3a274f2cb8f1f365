// Converts model snapshots back to wire snapshots.
#include <algorithm>
#include <set>

#include "recorder/games/teeworlds/snapshot_mapper.h"
#include "recorder/games/teeworlds/uuid_text.h"
#include "tickreel/base/parse_number.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::string_view kUuidOrigin = "uuid ";
constexpr std::string_view kExtendedTypeOrigin = "0";
constexpr std::string_view kExtendedTypeName = "ExtendedType";

struct WireItem {
    int type = 0;
    int id = 0;
    Row row{};
    std::string_view name{};  // of the type
};

bool is_extended(const ItemType& type) {
    return type.origin.starts_with(kUuidOrigin);
}

std::optional<int> item_number(std::string_view origin) {
    const auto number = parse_number<int>(origin);
    return number && *number >= 0 && *number <= kMaxItemType ? number : std::nullopt;
}

// The numbers of extended types in one snapshot, as given by its type-0 items.
class ExtendedNumbers {
public:
    ExtendedNumbers(const Schema& schema, const Snapshot& snapshot) {
        std::vector<std::pair<int, Uuid>> type_items;
        for (const Item item : snapshot) {
            if (schema[item.key.type].origin != kExtendedTypeOrigin || item.row.size() != 4)
                continue;
            used_.insert(static_cast<int>(item.key.entity));
            type_items.emplace_back(static_cast<int>(item.key.entity),
                                    uuid_from_ints(item.row.first<4>()));
        }
        for (const auto& [number, uuid] : extended_types(type_items))
            numbers_.emplace(uuid, number);
    }

    int number_of(const Uuid& uuid) {
        const auto at = numbers_.find(uuid);
        if (at != numbers_.end()) return at->second;
        while (used_.contains(next_)) --next_;
        used_.insert(next_);
        added_.emplace_back(next_, uuid_to_ints(uuid));
        return numbers_.emplace(uuid, next_).first->second;
    }

    // Type-0 items missing from the snapshot.
    const std::vector<std::pair<int, std::array<Word, 4>>>& added() const { return added_; }

private:
    std::map<Uuid, int> numbers_{};
    std::set<int> used_{};
    std::vector<std::pair<int, std::array<Word, 4>>> added_{};
    int next_ = kMaxItemType;
};

Result<int> wire_type_of(const ItemType& type, ExtendedNumbers& numbers) {
    if (is_extended(type)) {
        const auto uuid = parse_uuid(std::string_view(type.origin).substr(kUuidOrigin.size()));
        if (uuid) return numbers.number_of(*uuid);
    } else if (const std::optional<int> number = item_number(type.origin)) {
        return *number;
    }
    return fail("the type ", type.name, " has no number in this protocol (\"", type.origin,
                "\"); export it to another kind of file, like .csv or .parquet");
}

// By type and id.
Result<WireSnapshot> build(const std::vector<WireItem>& items) {
    if (items.size() > kMaxSnapshotItems)
        return fail("a snapshot has ", items.size(), " items, a .demo holds ", kMaxSnapshotItems);
    SnapBuilder builder;
    builder.begin();
    const WireItem* before = nullptr;
    for (const WireItem& item : items) {
        if (before != nullptr && before->type == item.type && before->id == item.id)
            return fail("item ", item.id, " is there as ", before->name, " and as ", item.name,
                        ", which are both number ", item.type, " of this protocol");
        before = &item;
        const auto ints = builder.new_item(item.type, item.id, item.row.size());
        if (!ints)
            return fail("a snapshot with item ", item.name, ":", item.id, " is larger than the ",
                        kMaxSnapshotImage, " bytes that a .demo holds");
        std::copy(item.row.begin(), item.row.end(), ints->begin());
    }
    return builder.end();
}

}  // namespace

Result<WireSnapshot> to_wire(const Schema& schema, const Snapshot& snapshot) {
    ExtendedNumbers numbers(schema, snapshot);
    std::vector<WireItem> items;
    for (const Item item : snapshot) {
        const ItemType& type = schema[item.key.type];
        if (type.derived) continue;
        const Result<int> wire_type = wire_type_of(type, numbers);
        if (!wire_type) return wire_type.error();
        if (item.key.entity > static_cast<EntityId>(kMaxItemId))
            return fail("item ", type.name, ":", item.key.entity, " has an id above ", kMaxItemId);
        items.push_back({*wire_type, static_cast<int>(item.key.entity), item.row, type.name});
    }
    for (const auto& [number, uuid] : numbers.added())
        items.push_back({0, number, uuid, kExtendedTypeName});
    std::sort(items.begin(), items.end(), [](const WireItem& a, const WireItem& b) {
        return std::pair(a.type, a.id) < std::pair(b.type, b.id);
    });
    return build(items);
}

}  // namespace tickreel::teeworlds
