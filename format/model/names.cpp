#include "tickreel/model/names.h"

#include <algorithm>
#include <utility>

#include "tickreel/model/entity_slots.h"
#include "tickreel/model/row.h"

namespace tickreel {

bool shares_names(const ItemType& type) {
    return type.shares_names || find_role(type, Role::Name).has_value();
}

bool names_by_message(const Schema& schema) {
    const auto& types = schema.types();
    return std::any_of(types.begin(), types.end(), is_naming_event) &&
           std::none_of(types.begin(), types.end(), [](const ItemType& type) {
               return type.use == TypeUse::Item && find_role(type, Role::Name).has_value();
           });
}

std::optional<EntityId> entity_of(const Value& value) {
    if (const auto* number = std::get_if<std::uint64_t>(&value)) return *number;
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr && *number >= 0 ? std::optional(static_cast<EntityId>(*number))
                                             : std::nullopt;
}

bool tells_who(const Field& field) {
    return field.roles.has(Role::Owner) || field.roles.has(Role::Subject) ||
           field.roles.has(Role::Object) || field.roles.has(Role::Speaker);
}

bool names_somebody(const ItemType& type, Row row) {
    if (type.use != TypeUse::Event || type.event_class == EventClass::Input) return false;
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (tells_who(type.fields[i]) && entity_of(read_field(type, row, i))) return true;
    return false;
}

std::optional<std::string> told_name(const Schema& schema, const Snapshot& snapshot,
                                     EntityId entity) {
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const auto id = static_cast<TypeId>(i);
        const ItemType& type = schema[id];
        const auto field =
            type.use == TypeUse::Item ? find_role(type, Role::Name) : std::optional<std::size_t>();
        const auto row = field ? snapshot.find({id, entity}) : std::nullopt;
        if (!row) continue;
        std::string name = as_text(read_field(type, *row, *field));
        return name.empty() && !is_slot(entity) ? std::nullopt : std::optional(std::move(name));
    }
    return std::nullopt;
}

std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity) {
    return told_name(schema, snapshot, entity).value_or("");
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
