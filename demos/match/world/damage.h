#pragma once
// Damage, death and respawning.

#include "demos/match/world/state.h"

namespace tickreel::match {

// `from` may be the victim. Teammates take no damage, oneself half.
void hurt(State& state, int victim, Vec force, int damage, int from, int weapon);
// Pushes and damages everyone nearby, less with distance.
void explode(State& state, Vec at, int owner, int weapon);
void die(State& state, int victim, int killer, int weapon);
// Respawns players whose waiting time is over.
void step_spawns(State& state);

}  // namespace tickreel::match
