#include "player/games/teeworlds/told_lately.h"

#include <algorithm>

#include "tickreel/model/names.h"

namespace tickreel::teeworlds_art {

Presence::Presence(const Stage& stage)
    : stage_(stage),
      types_{Items(stage.input.schema, "ClientInfo"), Items(stage.input.schema, "De_ClientInfo"),
             Items(stage.input.schema, "PlayerInfo")},
      known_(std::any_of(types_.begin(), types_.end(),
                         [](const Items& items) { return items.exist(); })) {}

bool Presence::is_there(const Snapshot& snapshot, EntityId who) const {
    return !known_ ||
           std::any_of(
               types_.begin(), types_.end(),
               [&](const Items& items) { return items.find(snapshot, who).has_value(); });
}

bool Presence::is_same_player(EntityId who, const Frame& before, const Frame& frame) const {
    if (!is_there(before.snapshot, who) || !is_there(frame.snapshot, who)) return false;
    if (static_cast<double>(frame.tick - before.tick) <= stage_.input.ticks_per_second / 2)
        return true;
    const Schema& schema = stage_.input.schema;
    return entity_name(schema, before.snapshot, who) == entity_name(schema, frame.snapshot, who);
}

std::optional<EntityId> told_to_leave(const Stage& stage, const Event& event) {
    const Schema& schema = stage.input.schema;
    if (!schema.contains(event.type) || schema[event.type].event_class != EventClass::Leave)
        return {};
    const int client = Items(schema, schema[event.type].name).number(event.row, "client_id", -1);
    return client < 0 ? std::nullopt : std::optional(static_cast<EntityId>(client));
}

}  // namespace tickreel::teeworlds_art
