#pragma once
// Capture the flag: grabbing, carrying, dropping, returning, capturing.

#include "demos/match/world/state.h"

namespace tickreel::match {

void place_flags(State& state);
void step_flags(State& state);
// For a player who dies or leaves. Returns the "special" bits of the kill message: 1: the killer
// carries a flag, 2: the victim did.
int drop_flag_of(State& state, int victim, int killer);

}  // namespace tickreel::match
