#pragma once
// Choosing a weapon and firing it.

#include "demos/match/world/state.h"

namespace tickreel::match {

void step_weapons(State& state);

}  // namespace tickreel::match
