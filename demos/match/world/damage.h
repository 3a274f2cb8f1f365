#pragma once
// Hurting, dying and coming back to life.

#include "demos/match/world/state.h"

namespace tickreel::match {

// `from` may be the victim. Friends are not hurt, oneself only half.
void hurt(State& state, int victim, Vec force, int damage, int from, int weapon);
// Everybody near is pushed and hurt, less with distance.
void explode(State& state, Vec at, int owner, int weapon);
void die(State& state, int victim, int killer, int weapon);
// Respawns whoever waited long enough.
void step_spawns(State& state);

}  // namespace tickreel::match
