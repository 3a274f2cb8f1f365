#include "tickreel/model/names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "tickreel/model/row.h"

namespace tickreel {

namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Case does not matter.
bool contains(std::string_view text, std::string_view lowered) {
    return std::search(text.begin(), text.end(), lowered.begin(), lowered.end(),
                       [](char a, char b) { return lower(a) == b; }) != text.end();
}

}  // namespace

bool shares_names(const ItemType& type) {
    if (find_role(type, Role::Name)) return true;
    static constexpr std::array<std::string_view, 7> kHints{
        "character", "player", "client", "speccha", "spectator", "person", "actor"};
    return type.use == TypeUse::Item &&
           std::any_of(kHints.begin(), kHints.end(),
                       [&](std::string_view hint) { return contains(type.name, hint); });
}

std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity) {
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const auto id = static_cast<TypeId>(i);
        const ItemType& type = schema[id];
        const auto field =
            type.use == TypeUse::Item ? find_role(type, Role::Name) : std::optional<std::size_t>();
        const auto row = field ? snapshot.find({id, entity}) : std::nullopt;
        if (row) return as_text(read_field(type, *row, *field));
    }
    return {};
}

std::string item_name(const Schema& schema, const Snapshot& snapshot, ItemKey key) {
    if (!schema.contains(key.type)) return {};
    const ItemType& type = schema[key.type];
    if (const auto field = find_role(type, Role::Name)) {
        const auto row = snapshot.find(key);
        return row ? as_text(read_field(type, *row, *field)) : std::string();
    }
    return shares_names(type) ? entity_name(schema, snapshot, key.entity) : std::string();
}

}  // namespace tickreel
