#pragma once
// Hearts, shields and weapons to pick up, which reappear after a while.

#include "demos/match/world/state.h"

namespace tickreel::match {

void place_pickups(State& state);
void step_pickups(State& state);

}  // namespace tickreel::match
