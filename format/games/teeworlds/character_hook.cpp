#include "format/games/teeworlds/character_hook.h"

namespace tickreel::teeworlds {
namespace {

constexpr int kPlayerHookTicks = kTickRate + kTickRate / 5;
constexpr float kSlackLength = 46.0F;  // at shorter distances a hook in a wall does not pull

const CharacterCore* caught_by(const CharacterCore& core, const CoreWorld& world) {
    const auto index = static_cast<std::size_t>(core.hooked_player);
    return core.hooked_player >= 0 && index < world.characters.size() ? world.characters[index]
                                                                      : nullptr;
}

// The nearest player that the hook hits on its way.
int player_on_way(const CharacterCore& core, const CoreWorld& world, Vec from, Vec to) {
    int nearest = -1;
    float nearest_distance = 0.0F;
    for (std::size_t i = 0; i < world.characters.size(); ++i) {
        const CharacterCore* other = world.characters[i];
        if (other == nullptr || other == &core) continue;
        const Vec there = other->position;
        if (distance(nearest_on_segment(from, to, there), there) >= kBodySize + 2.0F) continue;
        const float way = distance(from, there);
        if (nearest < 0 || way < nearest_distance) {
            nearest = static_cast<int>(i);
            nearest_distance = way;
        }
    }
    return nearest;
}

void fly(CharacterCore& core, const CoreWorld& world, CoreEvents& events) {
    const Tuning& tuning = world.tuning;
    Vec next = core.hook_position + core.hook_direction * tuning.hook_fire_speed;
    if (distance(core.position, next) > tuning.hook_length) {
        core.hook_state = kHookRetractStart;
        next = core.position + normalized(next - core.position) * tuning.hook_length;
    }
    const auto wall = world.tiles.trace(core.hook_position, next, world.line);
    if (wall) next = wall->at;
    const int caught =
        tuning.player_hooking != 0.0F ? player_on_way(core, world, core.hook_position, next) : -1;
    if (caught >= 0) {
        core.hook_state = kHookGrabbed;
        core.hooked_player = caught;
        events.hooked_player = true;
    }
    if (core.hook_state != kHookFlying)
        return;  // too long, or attached to a player: its end stays where it was
    if (wall && wall->tile != kUnhookable) {
        core.hook_state = kHookGrabbed;
        events.hooked_wall = true;
    } else if (wall) {
        core.hook_state = kHookRetractStart;
        events.hook_bounced = true;
    }
    core.hook_position = next;
}

void drag(CharacterCore& core, const Tuning& tuning) {
    Vec pull = normalized(core.hook_position - core.position) * tuning.hook_drag_accel;
    if (pull.y > 0.0F) pull.y *= 0.3F;  // the hook pulls more strongly upwards
    const bool wanted =
        (pull.x < 0.0F && core.direction < 0) || (pull.x > 0.0F && core.direction > 0);
    pull.x *= wanted ? 0.95F : 0.75F;
    const Vec velocity = core.velocity + pull;
    const float speed = length(velocity);
    if (speed < tuning.hook_drag_speed || speed < length(core.velocity)) core.velocity = velocity;
}

void hold(CharacterCore& core, const CoreWorld& world) {
    if (core.hooked_player != -1) {
        if (const CharacterCore* caught = caught_by(core, world))
            core.hook_position = caught->position;
        else
            release_hook(core);
    }
    if (core.hooked_player == -1 && distance(core.hook_position, core.position) > kSlackLength)
        drag(core, world.tuning);
    // A row from outside may hold any number.
    core.hook_tick = static_cast<int>(static_cast<unsigned>(core.hook_tick) + 1U);
    if (core.hooked_player != -1 && core.hook_tick > kPlayerHookTicks) release_hook(core);
}

}  // namespace

void release_hook(CharacterCore& core) {
    core.hooked_player = -1;
    core.hook_state = kHookRetracted;
    core.hook_position = core.position;
}

void step_hook_key(CharacterCore& core, const CoreInput& input) {
    if (!input.hook) {
        core.hooked_player = -1;
        core.hook_state = kHookIdle;
        core.hook_position = core.position;
        return;
    }
    if (core.hook_state == kHookIdle) {
        core.hook_state = kHookFlying;
        core.hook_direction = input.aim;
        core.hook_position = core.position + input.aim * kBodySize * 1.5F;
        core.hooked_player = -1;
        core.hook_tick = 0;
    }
}

void step_hook(CharacterCore& core, const CoreWorld& world, CoreEvents& events) {
    if (core.hook_state == kHookIdle) {
        core.hooked_player = -1;
        core.hook_position = core.position;
    } else if (core.hook_state >= kHookRetractStart && core.hook_state < kHookRetractEnd) {
        ++core.hook_state;
    } else if (core.hook_state == kHookRetractEnd) {
        core.hook_state = kHookRetracted;
    } else if (core.hook_state == kHookFlying) {
        fly(core, world, events);
    }
    // A hook that has just attached pulls in the same tick.
    if (core.hook_state == kHookGrabbed) hold(core, world);
}

}  // namespace tickreel::teeworlds
