#pragma once
// How tees run, jump, hook and push one another: one tick for all of them.

#include "demos/match/world/state.h"

namespace tickreel::match {

void step_movement(State& state);
// Releases all hooks on a player who died or left.
void release_hooks_on(State& state, int player);

}  // namespace tickreel::match
