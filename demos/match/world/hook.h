#pragma once
// The hook of one tee: fired by the key, flies, grabs a wall or a player, pulls, lets go.

#include "demos/match/world/state.h"

namespace tickreel::match {

void step_hook_key(Body& body, const Input& input);
void step_hook(State& state, int player);

}  // namespace tickreel::match
