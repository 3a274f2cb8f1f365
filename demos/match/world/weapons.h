#pragma once
// Selecting and firing weapons.

#include "demos/match/world/state.h"

namespace tickreel::match {

void step_weapons(State& state);

}  // namespace tickreel::match
