#include "tickreel/games/teeworlds/character_core.h"

#include "format/games/teeworlds/character_hook.h"

namespace tickreel::teeworlds {
namespace {

constexpr float kFastest = 6000.0F;  // units per tick

// Reduces the horizontal speed of fast tees.
float ramp(const Tuning& tuning, float speed_per_second) {
    if (speed_per_second < tuning.velramp_start) return 1.0F;
    return 1.0F / std::pow(tuning.velramp_curvature,
                           (speed_per_second - tuning.velramp_start) / tuning.velramp_range);
}

void jump(CharacterCore& core, const Tuning& tuning, bool pressed, bool grounded,
          CoreEvents& events) {
    if (!pressed) {
        core.jumped &= ~1;
        return;
    }
    if ((core.jumped & 1) != 0) return;
    if (grounded) {
        core.velocity.y = -tuning.ground_jump_impulse;
        core.jumped |= 1;
        events.ground_jump = true;
    } else if ((core.jumped & 2) == 0) {
        core.velocity.y = -tuning.air_jump_impulse;
        core.jumped |= 3;
        events.air_jump = true;
    }
}

void run(CharacterCore& core, const Tuning& tuning, bool grounded) {
    const float speed = grounded ? tuning.ground_control_speed : tuning.air_control_speed;
    const float accel = grounded ? tuning.ground_control_accel : tuning.air_control_accel;
    if (core.direction == 0)
        core.velocity.x *= grounded ? tuning.ground_friction : tuning.air_friction;
    else
        core.velocity.x = push(speed, core.velocity.x, core.direction < 0 ? -accel : accel);
}

// Overlapping tees are pushed apart; a hooked one and its hooker pull each other.
void meet(CharacterCore& core, CharacterCore& other, bool hooked, const Tuning& tuning) {
    const float gap = distance(core.position, other.position);
    if (gap <= 0.0F) return;
    const Vec away = normalized(core.position - other.position);
    if (tuning.player_collision != 0.0F && gap < kBodySize * 1.25F) {
        const float strength = kBodySize * 1.45F - gap;
        float share = 0.5F;
        if (length(core.velocity) > 0.0001F)
            share = 1.0F - (dot(normalized(core.velocity), away) + 1.0F) / 2.0F;
        core.velocity = (core.velocity + away * strength * (share * 0.75F)) * 0.85F;
    }
    if (hooked && tuning.player_hooking != 0.0F && gap > kBodySize * 1.5F) {
        const float accel = tuning.hook_drag_accel * (gap / tuning.hook_length);
        const float limit = tuning.hook_drag_speed;
        other.velocity.x = push(limit, other.velocity.x, accel * away.x * 1.5F);
        other.velocity.y = push(limit, other.velocity.y, accel * away.y * 1.5F);
        core.velocity.x = push(limit, core.velocity.x, -accel * away.x * 0.25F);
        core.velocity.y = push(limit, core.velocity.y, -accel * away.y * 0.25F);
    }
}

// The first point on the way that another tee occupies, or the end of the way.
Vec stop_at_players(const CharacterCore& core, Characters characters, Vec to) {
    const Vec from = core.position;
    const float way = distance(from, to);
    const int steps = static_cast<int>(way + 1.0F);
    Vec last = from;
    for (int i = 0; i < steps; ++i) {
        const Vec point = i == 0 ? from : mix(from, to, static_cast<float>(i) / way);
        for (const CharacterCore* other : characters) {
            if (other == nullptr || other == &core) continue;
            const float gap = distance(point, other->position);
            if (gap >= kBodySize || gap <= 0.0F) continue;
            if (i > 0) return last;
            // Overlapping tees may separate, not come closer.
            return distance(to, other->position) > gap ? to : from;
        }
        last = point;
    }
    return to;
}

Vec rounded(Vec value, float steps) {
    return {static_cast<float>(to_int(value.x * steps)) / steps,
            static_cast<float>(to_int(value.y * steps)) / steps};
}

}  // namespace

bool on_ground(const TileMap& tiles, Vec position) {
    const float half = kBodySize / 2.0F;
    const float below = position.y + half + 5.0F;
    return tiles.solid({position.x + half, below}) || tiles.solid({position.x - half, below});
}

CoreEvents steer(CharacterCore& core, const CoreWorld& world, const CoreInput* input) {
    CoreEvents events;
    const bool grounded = on_ground(world.tiles, core.position);
    core.velocity.y += world.tuning.gravity;
    if (input != nullptr) {
        core.direction = input->direction;
        jump(core, world.tuning, input->jump, grounded, events);
        step_hook_key(core, *input);
    }
    run(core, world.tuning, grounded);
    if (grounded) core.jumped &= ~2;
    step_hook(core, world, events);
    for (std::size_t i = 0; i < world.characters.size(); ++i) {
        CharacterCore* other = world.characters[i];
        if (other != nullptr && other != &core)
            meet(core, *other, core.hooked_player == static_cast<int>(i), world.tuning);
    }
    if (length(core.velocity) > kFastest) core.velocity = normalized(core.velocity) * kFastest;
    return events;
}

void move(CharacterCore& core, const CoreWorld& world) {
    const float slowed = ramp(world.tuning, length(core.velocity) * static_cast<float>(kTickRate));
    core.velocity.x = core.velocity.x * slowed;
    Vec to = core.position;
    world.tiles.move_box(to, core.velocity, kBodySize);
    core.velocity.x = core.velocity.x * (1.0F / slowed);
    const bool collides = world.tuning.player_collision != 0.0F && !world.characters.empty();
    core.position = collides ? stop_at_players(core, world.characters, to) : to;
}

void quantise(CharacterCore& core) {
    core.position = rounded(core.position, 1.0F);
    core.velocity = rounded(core.velocity, kWireSpeed);
    core.hook_position = rounded(core.hook_position, 1.0F);
    core.hook_direction = rounded(core.hook_direction, kWireSpeed);
}

}  // namespace tickreel::teeworlds
