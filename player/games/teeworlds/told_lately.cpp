#include "player/games/teeworlds/told_lately.h"

#include <algorithm>
#include <array>

#include "player/games/teeworlds/items.h"
#include "tickreel/model/names.h"

namespace tickreel::teeworlds_art {

namespace {

// A player has these in every snapshot, also while dead or out of sight. What a recording has none
// of tells nothing.
bool is_there(const Schema& schema, const Snapshot& snapshot, EntityId who) {
    const std::array<Items, 3> types{Items(schema, "ClientInfo"), Items(schema, "De_ClientInfo"),
                                     Items(schema, "PlayerInfo")};
    bool known = false;
    for (const Items& items : types) {
        if (items.find(snapshot, who)) return true;
        known = known || items.exist();
    }
    return !known;
}

}  // namespace

bool is_same_player(const Stage& stage, EntityId who, const Frame& before, const Frame& frame) {
    const Schema& schema = stage.input.schema;
    if (!is_there(schema, before.snapshot, who) || !is_there(schema, frame.snapshot, who))
        return false;
    if (static_cast<double>(frame.tick - before.tick) <= stage.input.ticks_per_second / 2)
        return true;
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
