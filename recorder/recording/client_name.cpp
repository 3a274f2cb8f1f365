#include "recorder/recording/client_name.h"

#include <span>
#include <utility>
#include <variant>

#include "recorder/recording/match_start.h"
#include "tickreel/model/find_name.h"
#include "tickreel/model/row.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kLookAgain{1};

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
    // Also after a clock that was set back.
    const auto since = std::chrono::abs(frame.time - looked_);
    if (!name_.empty() && since < kLookAgain) return;
    looked_ = frame.time;
    if (std::string own = own_name(schema, frame.snapshot, own_flags_); !own.empty())
        name_ = std::move(own);
    if (name_.empty()) name_ = speaker_of(schema, frame);
}

TypeId WhoPlaysSink::add_type(const ItemType& type) {
    const std::size_t before = schema_.size();
    const TypeId id = schema_.add(type);
    if (schema_.size() > before) name_.note_type(schema_, id);
    return next().add_type(type);
}

void WhoPlaysSink::begin_segment(const Segment& segment) {
    map_ = segment.map;
    next().begin_segment(segment);
}

void WhoPlaysSink::add_frame(const Frame& frame) {
    name_.look(schema_, frame);
    next().add_frame(frame);
}

}  // namespace tickreel
