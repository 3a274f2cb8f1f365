#include "demos/match/bots/world_view.h"

namespace tickreel::match {

BotView view_of(const State& state, int player) {
    BotView view;
    const auto& me = state.players[static_cast<std::size_t>(player)];
    view.tick = state.tick;
    view.player = player;
    if (!me) return view;
    view.team = me->team;
    if (me->character) {
        const Character& character = *me->character;
        view.alive = true;
        view.position = character.body.position;
        view.velocity = character.body.velocity;
        view.health = character.health;
        view.hook_holds = character.body.hook_state == kHookGrabbed;
    }
    for (int index = 0; index < kMaxPlayers; ++index) {
        const auto& other = state.players[static_cast<std::size_t>(index)];
        if (index != player && other && other->character) {
            const Body& body = other->character->body;
            view.others.push_back({index, body.position, body.velocity, other->team == me->team});
        }
    }
    for (std::size_t team = 0; team < 2; ++team) {
        const Flag& flag = state.flags[team];
        view.flags[team] = {flag.position, true, flag.carrier};
    }
    for (const Pickup& pickup : state.pickups)
        if (pickup.back_at == 0) view.goodies.push_back(pickup.position);
    return view;
}

}  // namespace tickreel::match
