#pragma once
// Bullets, pellets and grenades on their curves, and laser beams.

#include "demos/match/world/state.h"

namespace tickreel::match {

// Where a projectile is `seconds` after its start: the same curve that clients draw.
Vec projectile_position(const Tuning& tuning, const Projectile& projectile, float seconds);

void step_projectiles(State& state);
void step_beams(State& state);
// Fires a beam: traces it at once; later bounces follow in step_beams.
void shoot_beam(State& state, Vec from, Vec direction, int owner);

}  // namespace tickreel::match
