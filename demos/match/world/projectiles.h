#pragma once
// Bullets, pellets and grenades on their trajectories, and laser beams.

#include "demos/match/world/state.h"

namespace tickreel::match {

// The position `seconds` after the start: the same curve that clients draw.
Vec projectile_position(const Tuning& tuning, const Projectile& projectile, float seconds);

void step_projectiles(State& state);
void step_beams(State& state);
// Fires a beam: traced immediately; later bounces follow in step_beams.
void shoot_beam(State& state, Vec from, Vec direction, int owner);

}  // namespace tickreel::match
