#include "player/state/selection.h"

#include "tickreel/analysis/describe.h"

namespace tickreel {
namespace {

bool has_position(const ItemType& type) {
    return type.use == TypeUse::Item && find_role(type, Role::PositionX) &&
           find_role(type, Role::PositionY);
}

// Of several types the one with most items is the players.
std::vector<ItemKey> of_largest_type(const std::vector<ItemKey>& keys) {
    std::vector<ItemKey> best;
    for (std::size_t at = 0; at < keys.size();) {
        std::size_t end = at;
        while (end < keys.size() && keys[end].type == keys[at].type) ++end;
        if (end - at > best.size()) {
            best.assign(keys.begin() + static_cast<std::ptrdiff_t>(at),
                        keys.begin() + static_cast<std::ptrdiff_t>(end));
        }
        at = end;
    }
    return best;
}

}  // namespace

std::vector<ItemKey> followable(const Schema& schema, const Snapshot& snapshot,
                                const Roster* roster) {
    std::vector<ItemKey> named;
    std::vector<ItemKey> nameless;  // of the types that names belong to
    std::vector<ItemKey> placed;
    for (const Item item : snapshot) {
        if (!schema.contains(item.key.type) || !has_position(schema[item.key.type])) continue;
        placed.push_back(item.key);
        if (shares_names(schema[item.key.type])) {
            const bool has_name = !entity_name(schema, snapshot, item.key.entity, roster).empty();
            (has_name ? named : nameless).push_back(item.key);
        }
    }
    if (named.empty()) return nameless.empty() ? placed : nameless;
    return of_largest_type(named);
}

}  // namespace tickreel
