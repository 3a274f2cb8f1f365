#include "recorder/recording/client_name.h"

#include <span>
#include <utility>
#include <variant>

#include "recorder/recording/match_start.h"
#include "tickreel/model/find_name.h"
#include "tickreel/model/row.h"

namespace tickreel {

namespace {

// Who a client says it is: an event with a name, about nobody else.
std::string speaker_of(const Schema& schema, const Frame& frame) {
    for (const Event& event : frame.events) {
        const ItemType& type = schema[event.type];
        const auto name = find_role(type, Role::Name);
        if (!name || find_role(type, Role::Owner) || find_role(type, Role::Text)) continue;
        const Value value = read_field(type, event.row, *name);
        if (const auto* text = std::get_if<std::string>(&value)) return *text;
    }
    return {};
}

// The name that an item of this player has.
std::string name_of(const Schema& schema, const Snapshot& snapshot, EntityId player) {
    for (const Item item : snapshot) {
        const ItemType& type = schema[item.key.type];
        const auto name = item.key.entity == player ? find_role(type, Role::Name) : std::nullopt;
        if (!name) continue;
        const Value value = read_field(type, item.row, *name);
        if (const auto* text = std::get_if<std::string>(&value)) return *text;
    }
    return {};
}

// A snapshot says it as long as the client plays, also to a recorder that came later.
std::string own_name(const Schema& schema, const Snapshot& snapshot,
                     std::span<const std::pair<TypeId, std::size_t>> flags) {
    for (const Item item : snapshot)
        for (const auto& [type, field] : flags) {
            if (item.key.type != type) continue;
            const Value value = read_field(schema[type], item.row, field);
            if (const bool* own = std::get_if<bool>(&value); own != nullptr && *own)
                return name_of(schema, snapshot, item.key.entity);
        }
    return {};
}

}  // namespace

void ClientName::note_type(const Schema& schema, TypeId id) {
    note_fields(schema, id, game_.own_player, own_flags_);
}

void ClientName::look(const Schema& schema, const Frame& frame) {
    if (name_.empty()) name_ = own_name(schema, frame.snapshot, own_flags_);
    if (name_.empty()) name_ = speaker_of(schema, frame);
}

}  // namespace tickreel
