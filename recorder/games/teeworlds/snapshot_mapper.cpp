#include "recorder/games/teeworlds/snapshot_mapper.h"

#include <algorithm>
#include <set>

#include "recorder/games/teeworlds/schema_fields.h"

namespace tickreel::teeworlds {

namespace {

constexpr int kFirstExtendedType = 0x4000;

const ItemFacts* find_numbered(Protocol protocol, int wire_type) {
    const auto types = protocol == Protocol::V07 ? item_types_07() : item_types_06();
    for (const ItemFacts& facts : types)
        if (facts.wire_type == wire_type) return &facts;
    return nullptr;
}

const ItemFacts* find_extended(std::string_view uuid) {
    for (const ItemFacts& facts : item_types_ddnet())
        if (facts.uuid == uuid) return &facts;
    return nullptr;
}

std::map<int, Uuid> extended_types(const WireSnapshot& wire) {
    std::vector<std::pair<int, Uuid>> type_items;
    for (std::size_t i = 0; i < wire.num_items(); ++i) {
        const SnapItem item = wire.get_item(i);
        if (item.type == 0 && item.ints.size() == 4)
            type_items.emplace_back(item.id, uuid_from_ints(item.ints.first<4>()));
    }
    std::sort(type_items.begin(), type_items.end());
    return extended_types(type_items);
}

}  // namespace

std::map<int, Uuid> extended_types(std::span<const std::pair<int, Uuid>> type_items) {
    std::map<int, Uuid> types;
    std::set<Uuid> taken;
    for (const auto& [number, uuid] : type_items)
        if (number >= kFirstExtendedType && number <= kMaxItemType && taken.insert(uuid).second)
            types.emplace(number, uuid);
    return types;
}

TypeId SnapshotMapper::numbered_type(int wire_type, FrameSink& sink) {
    const auto at = numbered_.find(wire_type);
    if (at != numbered_.end()) return at->second;
    const ItemFacts* facts = find_numbered(protocol_, wire_type);
    const ItemType type = facts != nullptr ? item_type(*facts) : unknown_item_type(wire_type);
    return numbered_.emplace(wire_type, sink.add_type(type)).first->second;
}

TypeId SnapshotMapper::extended_type(int wire_type, const Uuid& uuid, FrameSink& sink) {
    const auto at = extended_.find(uuid);
    if (at != extended_.end()) return at->second;
    const std::string name = to_string(uuid);
    const ItemFacts* facts = find_extended(name);
    if (facts == nullptr && ++unknown_uuids_ > kMaxUnknownUuids)
        return numbered_type(wire_type, sink);
    const ItemType type = facts != nullptr ? item_type(*facts) : unknown_extended_type(name);
    return extended_.emplace(uuid, sink.add_type(type)).first->second;
}

Snapshot SnapshotMapper::to_model(const WireSnapshot& wire, FrameSink& sink) {
    std::map<int, TypeId> numbers;  // of the extended types in this snapshot
    for (const auto& [number, uuid] : extended_types(wire))
        numbers.emplace(number, extended_type(number, uuid, sink));

    std::vector<Item> items;
    items.reserve(wire.num_items());
    for (std::size_t i = 0; i < wire.num_items(); ++i) {
        const SnapItem item = wire.get_item(i);
        const auto extended = numbers.find(item.type);
        const TypeId type =
            extended != numbers.end() ? extended->second : numbered_type(item.type, sink);
        items.push_back({{type, static_cast<EntityId>(item.id)}, item.ints});
    }
    std::sort(items.begin(), items.end(),
              [](const Item& a, const Item& b) { return a.key < b.key; });
    SnapshotBuilder builder;
    for (const Item& item : items) builder.set(item.key, item.row);
    return builder.build();
}

}  // namespace tickreel::teeworlds
