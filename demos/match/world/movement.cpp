#include "demos/match/world/movement.h"

namespace tickreel::match {
namespace {

using teeworlds::CoreEvents;
using teeworlds::CoreInput;

using Bodies = std::array<CharacterCore*, kMaxPlayers>;

Bodies bodies_of(State& state) {
    Bodies bodies{};
    for (int index = 0; index < kMaxPlayers; ++index) {
        Character* character = state.character(index);
        bodies[static_cast<std::size_t>(index)] = character != nullptr ? &character->body : nullptr;
    }
    return bodies;
}

CoreInput core_input(const Input& input) {
    const Vec aim{static_cast<float>(input.target_x), static_cast<float>(input.target_y)};
    return {input.direction, normalized(aim), input.jump != 0, input.hook != 0};
}

void sound_out(State& state, const CharacterCore& core, const CoreEvents& events) {
    if (events.ground_jump) state.sound(core.position, kSoundJump);
    if (events.air_jump) state.sound(core.position, kSoundAirJump);
    if (events.hooked_player) state.sound(core.position, kSoundHookPlayer);
    if (events.hooked_wall) state.sound(core.hook_position, kSoundHookGround);
    if (events.hook_bounced) state.sound(core.hook_position, kSoundHookNothing);
}

}  // namespace

void step_movement(State& state) {
    const Bodies bodies = bodies_of(state);
    const teeworlds::CoreWorld world{state.tiles, state.tuning, bodies};
    for (std::size_t index = 0; index < bodies.size(); ++index) {
        if (CharacterCore* body = bodies[index]) {
            const CoreInput input = core_input(state.players[index]->input);
            sound_out(state, *body, teeworlds::steer(*body, world, &input));
        }
    }
    for (CharacterCore* body : bodies) {
        if (body != nullptr) {
            teeworlds::move(*body, world);
            teeworlds::quantise(*body);
        }
    }
}

void release_hooks_on(State& state, int player) {
    for (int index = 0; index < kMaxPlayers; ++index) {
        Character* character = state.character(index);
        if (character != nullptr && character->body.hooked_player == player)
            teeworlds::release_hook(character->body);
    }
}

}  // namespace tickreel::match
