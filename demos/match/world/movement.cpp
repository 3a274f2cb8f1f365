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

std::uint32_t triggered_by(const CoreEvents& events) {
    return (events.ground_jump ? 1U : 0U) | (events.air_jump ? 2U : 0U) |
           (events.hooked_player ? 4U : 0U) | (events.hooked_wall ? 8U : 0U) |
           (events.hook_bounced ? 16U : 0U);
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
            const CoreEvents events = teeworlds::steer(*body, world, &input);
            sound_out(state, *body, events);
            state.character(static_cast<int>(index))->triggered |= triggered_by(events);
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
