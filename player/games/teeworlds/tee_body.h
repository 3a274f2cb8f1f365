#pragma once
// One player: pose of the feet, body, eyes, with a skin or as shapes.

#include "player/games/teeworlds/stage.h"

namespace tickreel {

struct FootPose {
    Vec2 offset{};
    float angle = 0;  // radians
};

struct TeePose {
    Vec2 body{0, -4};
    FootPose back{};
    FootPose front{};
};

TeePose tee_pose(const Tee& tee);
void draw_tee_body(const Stage& stage, const Tee& tee);
// The weapon in its hand; drawn before the body.
void draw_weapon(const Stage& stage, const Tee& tee);

}  // namespace tickreel
