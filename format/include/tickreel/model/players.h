#pragma once
// Which named items are players. Where items have names and clans, a player is one whose clan is
// not null ("" is a player without one): games with other named things (vehicles, characters that
// nobody plays) give those no clan. Where no item has a clan, everything named is a player.

#include <algorithm>

#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class PlayerRule {
public:
    explicit PlayerRule(const Schema& schema)
        : by_clan_(std::any_of(schema.types().begin(), schema.types().end(), has_clan)) {}

    // Of an item with a name; `clan` is null where its type has none.
    bool fits(const Value& clan) const {
        return !by_clan_ || !std::holds_alternative<std::monostate>(clan);
    }
    bool fits(const ItemType& type, Row row) const {
        if (!by_clan_) return true;
        const auto clan = find_role(type, Role::Clan);
        return clan && fits(read_field(type, row, *clan));
    }

private:
    static bool has_clan(const ItemType& type) {
        return type.use == TypeUse::Item && find_role(type, Role::Name) &&
               find_role(type, Role::Clan);
    }

    bool by_clan_;
};

}  // namespace tickreel
