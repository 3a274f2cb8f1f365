#include "recorder/games/teeworlds/snapshot_mapper.h"

#include <algorithm>

#include "recorder/games/teeworlds/schema_fields.h"
#include "tickreel/model/named_later.h"

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

// The items of one type: consecutive in the wire's key order.
struct Run {
    int wire_type = 0;
    std::uint16_t arrived = 0;  // index of its first item
    std::span<const std::uint16_t> items{};
    TypeId type = 0;
};

// In order of the types' first items, in which new types are added to the sink.
std::vector<Run> runs_of(const WireSnapshot& wire) {
    std::vector<Run> runs;
    const std::span<const std::uint16_t> order = wire.key_order();
    for (std::size_t from = 0; from < order.size();) {
        Run run;
        run.wire_type = key_type(wire.key(order[from]));
        run.arrived = order[from];
        std::size_t to = from;
        for (; to < order.size() && key_type(wire.key(order[to])) == run.wire_type; ++to)
            run.arrived = std::min(run.arrived, order[to]);
        run.items = order.subspan(from, to - from);
        runs.push_back(run);
        from = to;
    }
    std::sort(runs.begin(), runs.end(),
              [](const Run& a, const Run& b) { return a.arrived < b.arrived; });
    return runs;
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

std::optional<NamedType> named_type(EntityId entity, Row row) {
    if (entity < EntityId{kFirstExtendedType} || entity > EntityId{kMaxItemType} || row.size() != 4)
        return std::nullopt;
    const std::string uuid = to_string(uuid_from_ints(row.first<4>()));
    return NamedType{unknown_item_type(static_cast<int>(entity)).origin,
                     unknown_extended_type(uuid).origin};
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

// The name of a number that items had in a snapshot before: their type is no unknown one.
void SnapshotMapper::note_named(int wire_type, FrameSink& sink) {
    if (nameless_.erase(wire_type) == 0) return;
    std::string list = with_named_later(named_later_, unknown_item_type(wire_type).name);
    if (list == named_later_ || ++names_later_ > kMaxNamesLater) return;
    named_later_ = std::move(list);
    sink.set_property(kNamedLater, named_later_);
}

Snapshot SnapshotMapper::to_model(const WireSnapshot& wire, FrameSink& sink) {
    std::map<int, TypeId> numbers;  // of the extended types in this snapshot
    for (const auto& [number, uuid] : extended_types(wire)) {
        numbers.emplace(number, extended_type(number, uuid, sink));
        note_named(number, sink);
    }

    std::vector<Run> runs = runs_of(wire);
    for (Run& run : runs) {
        const auto extended = numbers.find(run.wire_type);
        if (extended == numbers.end() && run.wire_type >= kFirstExtendedType)
            nameless_.insert(run.wire_type);
        run.type =
            extended != numbers.end() ? extended->second : numbered_type(run.wire_type, sink);
    }
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.type < b.type; });
    SnapshotBuilder builder;
    builder.reserve(wire.num_items(), wire.word_count());
    for (const Run& run : runs)
        for (const std::uint16_t index : run.items) {
            const SnapItem item = wire.get_item(index);
            builder.set({run.type, static_cast<EntityId>(item.id)}, item.ints);
        }
    return builder.build();
}

}  // namespace tickreel::teeworlds
