#include "format/reel/world_names.h"

#include <algorithm>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

std::optional<TypeId> type_of_origin(const Schema& schema, std::string_view origin, bool known) {
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const ItemType& type = schema[static_cast<TypeId>(i)];
        const bool right_kind = known || !type.known;  // what has no name nobody knows
        if (type.use == TypeUse::Item && type.origin == origin && right_kind)
            return static_cast<TypeId>(i);
    }
    return std::nullopt;
}

}  // namespace

void WorldNames::note(const Schema& schema, std::uint32_t segment, const NamedType& named,
                      Names& into) {
    const auto raw = type_of_origin(schema, named.number, false);
    const auto type = type_of_origin(schema, named.origin, true);
    if (raw && type && *raw != *type) into[segment].emplace_back(*raw, *type);
}

// A name may come with a later snapshot than the items, so all are looked for first: only they are
// decoded.
void WorldNames::learn(const ReaderCore& core, const TypeNaming& naming) {
    const auto raw = [](const ItemType& type) { return type.use == TypeUse::Item && !type.known; };
    const auto& types = world_.types();
    if (naming.read == nullptr || std::none_of(types.begin(), types.end(), raw)) return;
    PartFilter filter;
    for (const auto& [id, type] : core.gather->catalog().types)
        if (type.use == TypeUse::Item && type.name == naming.type)
            filter.types.push_back(static_cast<TypeId>(id));
    if (filter.types.empty()) return;
    Snapshot before;
    std::uint32_t segment = 0;
    const auto visit = [&](const PartFrame& part) {
        const Snapshot& now = part.frame.snapshot;
        if (part.frame.segment == segment && now.same_storage(before)) return true;
        for (const Item item : now)
            if (const auto named = naming.read(item.key.entity, item.row))
                learn(part.frame.segment, *named);
        before = now;
        segment = part.frame.segment;
        return true;
    };
    static_cast<void>(scan_parts(core, core.everything(), filter, ignore_problems, visit));
}

void WorldNames::learn(std::uint32_t of_world, const NamedType& named) {
    const bool first = taken_.emplace(of_world, concat("number ", named.number)).second;
    if (!first || !taken_.emplace(of_world, named.origin).second) return;
    note(world_, of_world, named, of_world_);
    of_views_.resize(views_.size());
    for (std::size_t view = 0; view < views_.size(); ++view)
        note(views_[view].schema, of_world, named, of_views_[view]);
}

void WorldNames::apply(const Names& names, std::uint32_t segment, Snapshot& snapshot) {
    const auto here = names.find(segment);
    if (here == names.end()) return;
    std::optional<SnapshotBuilder> renamed;
    for (const auto& [raw, type] : here->second)
        for (std::size_t i = snapshot.lower_bound({raw, 0}); i < snapshot.size(); ++i) {
            const Item item = snapshot[i];
            if (item.key.type != raw) break;
            if (!renamed) renamed.emplace(snapshot);
            renamed->erase(item.key);
            const ItemKey key{type, item.key.entity};
            if (!snapshot.find(key)) renamed->set(key, item.row);
        }
    if (renamed) snapshot = renamed->build();
}

void WorldNames::apply(Frame& world, std::span<std::optional<Frame>> views) const {
    if (of_world_.empty()) return;
    apply(of_world_, world.segment, world.snapshot);
    for (std::size_t view = 0; view < views.size(); ++view)
        if (views[view]) apply(of_views_[view], world.segment, views[view]->snapshot);
}

}  // namespace tickreel
