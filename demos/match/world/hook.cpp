#include "demos/match/world/hook.h"

namespace tickreel::match {
namespace {

constexpr int kPlayerHookTicks = kTicksPerSecond + kTicksPerSecond / 5;

void retract(Body& body) {
    body.hooked_player = -1;
    body.hook_state = kHookRetracted;
    body.hook_position = body.position;
}

// The nearest player whose body the hook passes on its way.
int player_on_way(State& state, int me, Vec from, Vec to) {
    int nearest = -1;
    float nearest_distance = 0.0F;
    for (int other = 0; other < kMaxPlayers; ++other) {
        const Character* character = other == me ? nullptr : state.character(other);
        if (character == nullptr) {
            continue;
        }
        const Vec there = character->body.position;
        if (distance(nearest_on_segment(from, to, there), there) >= kBodySize + 2.0F) {
            continue;
        }
        const float way = distance(from, there);
        if (nearest < 0 || way < nearest_distance) {
            nearest = other;
            nearest_distance = way;
        }
    }
    return nearest;
}

void fly(State& state, int me, Body& body) {
    const Tuning& tuning = state.tuning;
    Vec next = body.hook_position + body.hook_direction * tuning.hook_fire_speed;
    bool too_long = false;
    if (distance(body.position, next) > tuning.hook_length) {
        next = body.position + normalized(next - body.position) * tuning.hook_length;
        too_long = true;
    }
    const auto wall = state.tiles.trace(body.hook_position, next);
    if (wall) {
        next = wall->before;
    }
    const int caught = player_on_way(state, me, body.hook_position, next);
    if (caught >= 0) {
        body.hook_state = kHookGrabbed;
        body.hooked_player = caught;
        body.hook_tick = 0;
        state.sound(body.position, kSoundHookPlayer);
    } else if (wall && wall->tile != kUnhookable) {
        body.hook_state = kHookGrabbed;
        state.sound(next, kSoundHookGround);
    } else if (wall || too_long) {
        body.hook_state = kHookRetractStart;
        if (wall) {
            state.sound(next, kSoundHookNothing);
        }
    }
    body.hook_position = next;
}

void pull(State& state, Body& body, int direction) {
    const Tuning& tuning = state.tuning;
    if (body.hooked_player >= 0) {
        const Character* caught = state.character(body.hooked_player);
        if (caught == nullptr) {
            retract(body);
            return;
        }
        body.hook_position = caught->body.position;
    } else if (distance(body.hook_position, body.position) > 46.0F) {
        Vec drag = normalized(body.hook_position - body.position) * tuning.hook_drag_accel;
        if (drag.y > 0.0F) {
            drag.y *= 0.3F;  // the hook is stronger upwards
        }
        const float way = static_cast<float>(direction);
        drag.x *= drag.x * way > 0.0F ? 0.95F : 0.75F;
        const Vec velocity = body.velocity + drag;
        const float speed = length(velocity);
        if (speed < tuning.hook_drag_speed || speed < length(body.velocity)) {
            body.velocity = velocity;
        }
    }
    ++body.hook_tick;
    if (body.hooked_player >= 0 && body.hook_tick > kPlayerHookTicks) {
        retract(body);
    }
}

}  // namespace

void step_hook_key(Body& body, const Input& input) {
    if (input.hook == 0) {
        body.hooked_player = -1;
        body.hook_state = kHookIdle;
        body.hook_position = body.position;
        return;
    }
    if (body.hook_state == kHookIdle) {
        const Vec aim =
            normalized({static_cast<float>(input.target_x), static_cast<float>(input.target_y)});
        body.hook_state = kHookFlying;
        body.hook_direction = aim;
        body.hook_position = body.position + aim * (kBodySize * 1.5F);
        body.hooked_player = -1;
        body.hook_tick = 0;
    }
}

void step_hook(State& state, int player) {
    Body& body = state.character(player)->body;
    const int direction = state.players[static_cast<std::size_t>(player)]->input.direction;
    if (body.hook_state == kHookIdle) {
        body.hook_position = body.position;
    } else if (body.hook_state >= kHookRetractStart && body.hook_state < kHookRetractEnd) {
        ++body.hook_state;
    } else if (body.hook_state == kHookRetractEnd) {
        retract(body);
    } else if (body.hook_state == kHookFlying) {
        fly(state, player, body);
    } else if (body.hook_state == kHookGrabbed) {
        pull(state, body, direction);
    }
}

}  // namespace tickreel::match
