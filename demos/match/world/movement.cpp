#include "demos/match/world/movement.h"

#include "demos/match/world/hook.h"

namespace tickreel::match {
namespace {

// Adds, but never beyond the limit in the direction of the change.
float push(float limit, float value, float change) {
    if (change < 0.0F) {
        return value < -limit ? value : std::max(value + change, -limit);
    }
    return value > limit ? value : std::min(value + change, limit);
}

// Fast tees are slowed down sideways.
float ramp(const Tuning& tuning, float speed_per_second) {
    if (speed_per_second < tuning.velramp_start) {
        return 1.0F;
    }
    return 1.0F / std::pow(tuning.velramp_curvature,
                           (speed_per_second - tuning.velramp_start) / tuning.velramp_range);
}

void jump(State& state, Body& body, bool pressed, bool grounded) {
    if (grounded) {
        body.jumped &= ~2;
    }
    if (!pressed) {
        body.jumped &= ~1;
        return;
    }
    if ((body.jumped & 1) != 0) {
        return;
    }
    if (grounded) {
        body.velocity.y = -state.tuning.ground_jump_impulse;
        body.jumped |= 1;
        state.sound(body.position, kSoundJump);
    } else if ((body.jumped & 2) == 0) {
        body.velocity.y = -state.tuning.air_jump_impulse;
        body.jumped |= 3;
        state.sound(body.position, kSoundAirJump);
    }
}

void run(const Tuning& tuning, Body& body, int direction, bool grounded) {
    const float speed = grounded ? tuning.ground_control_speed : tuning.air_control_speed;
    const float accel = grounded ? tuning.ground_control_accel : tuning.air_control_accel;
    if (direction == 0) {
        body.velocity.x *= grounded ? tuning.ground_friction : tuning.air_friction;
    } else {
        body.velocity.x = push(speed, body.velocity.x, direction < 0 ? -accel : accel);
    }
}

// Tees that overlap drift apart; a hooked one is dragged and drags back.
void meet(State& state, int me, Body& body, int other_index, Body& other) {
    const Tuning& tuning = state.tuning;
    const float gap = distance(body.position, other.position);
    if (gap <= 0.0F) {
        return;
    }
    const Vec away = normalized(body.position - other.position);
    if (gap < kBodySize * 1.25F) {
        const float strength = kBodySize * 1.45F - gap;
        float share = 0.5F;
        if (length(body.velocity) > 0.0001F) {
            share = 1.0F - (dot(normalized(body.velocity), away) + 1.0F) / 2.0F;
        }
        body.velocity = (body.velocity + away * (strength * share * 0.75F)) * 0.85F;
    }
    if (body.hooked_player == other_index && other_index != me && gap > kBodySize * 1.5F) {
        const float accel = tuning.hook_drag_accel * (gap / tuning.hook_length);
        const float limit = tuning.hook_drag_speed;
        other.velocity.x = push(limit, other.velocity.x, accel * away.x * 1.5F);
        other.velocity.y = push(limit, other.velocity.y, accel * away.y * 1.5F);
        body.velocity.x = push(limit, body.velocity.x, -accel * away.x * 0.25F);
        body.velocity.y = push(limit, body.velocity.y, -accel * away.y * 0.25F);
    }
}

void steer(State& state, int index) {
    Body& body = state.character(index)->body;
    const Input& input = state.players[static_cast<std::size_t>(index)]->input;
    const bool grounded = on_ground(state, body.position);
    body.velocity.y += state.tuning.gravity;
    jump(state, body, input.jump != 0, grounded);
    step_hook_key(body, input);
    run(state.tuning, body, input.direction, grounded);
    step_hook(state, index);
    for (int other = 0; other < kMaxPlayers; ++other) {
        Character* character = other == index ? nullptr : state.character(other);
        if (character != nullptr) {
            meet(state, index, body, other, character->body);
        }
    }
    if (length(body.velocity) > 6000.0F) {
        body.velocity = normalized(body.velocity) * 6000.0F;
    }
}

// The first place on the way where another tee stands, or the end of the way.
Vec stop_at_players(State& state, int index, Vec from, Vec to) {
    const int steps = static_cast<int>(distance(from, to));
    Vec last = from;
    for (int i = 1; i <= steps; ++i) {
        const Vec point = mix(from, to, static_cast<float>(i) / static_cast<float>(steps));
        for (int other = 0; other < kMaxPlayers; ++other) {
            const Character* character = other == index ? nullptr : state.character(other);
            if (character == nullptr) {
                continue;
            }
            const Vec there = character->body.position;
            // Already overlapping tees may leave, not come closer.
            if (distance(point, there) < kBodySize &&
                distance(point, there) <= distance(last, there)) {
                return last;
            }
        }
        last = point;
    }
    return to;
}

// Positions travel as whole units and velocities in 1/256: keep what the clients will see.
void quantise(Body& body) {
    const auto round_to = [](float value, float steps) {
        return std::round(value * steps) / steps;
    };
    body.position = {std::round(body.position.x), std::round(body.position.y)};
    body.velocity = {round_to(body.velocity.x, 256.0F), round_to(body.velocity.y, 256.0F)};
    body.hook_position = {std::round(body.hook_position.x), std::round(body.hook_position.y)};
    body.hook_direction = {round_to(body.hook_direction.x, 256.0F),
                           round_to(body.hook_direction.y, 256.0F)};
}

void move(State& state, int index) {
    Body& body = state.character(index)->body;
    const float slowed =
        ramp(state.tuning, length(body.velocity) * static_cast<float>(kTicksPerSecond));
    Vec velocity{body.velocity.x * slowed, body.velocity.y};
    Vec position = body.position;
    state.tiles.move_box(position, velocity, kBodySize);
    velocity.x /= slowed;
    body.velocity = velocity;
    body.position = stop_at_players(state, index, body.position, position);
    quantise(body);
}

}  // namespace

bool on_ground(const State& state, Vec position) {
    const float half = kBodySize / 2.0F;
    const float below = position.y + half + 5.0F;
    return state.tiles.solid({position.x + half, below}) ||
           state.tiles.solid({position.x - half, below});
}

void step_movement(State& state) {
    for (int index = 0; index < kMaxPlayers; ++index) {
        if (state.character(index) != nullptr) {
            steer(state, index);
        }
    }
    for (int index = 0; index < kMaxPlayers; ++index) {
        if (state.character(index) != nullptr) {
            move(state, index);
        }
    }
}

void release_hooks_on(State& state, int player) {
    for (int index = 0; index < kMaxPlayers; ++index) {
        Character* character = state.character(index);
        if (character != nullptr && character->body.hooked_player == player) {
            character->body.hooked_player = -1;
            character->body.hook_state = kHookRetracted;
            character->body.hook_position = character->body.position;
        }
    }
}

}  // namespace tickreel::match
