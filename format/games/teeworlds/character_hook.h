#pragma once
// The hook of one tee: fired by the key, flies, attaches to a wall or a player, pulls, releases.

#include "tickreel/games/teeworlds/character_core.h"

namespace tickreel::teeworlds {

void step_hook_key(CharacterCore& core, const CoreInput& input);
void step_hook(CharacterCore& core, const CoreWorld& world, CoreEvents& events);

// Adds without exceeding the limit in the direction of the change.
inline float push(float limit, float value, float change) {
    if (change < 0.0F) return value < -limit ? value : std::max(value + change, -limit);
    return value > limit ? value : std::min(value + change, limit);
}

}  // namespace tickreel::teeworlds
