#pragma once
// Draws one player: feet, body and eyes, with a skin or as shapes.

#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

struct FootPose {
    Vec2 offset{};
    float angle = 0;  // radians
};

struct TeePose {
    Vec2 body{0, -4};
    FootPose back{};
    FootPose front{};
};

// The positions of a part's two pictures in its sheet.
struct SkinPartCells {
    SpriteCells fill{};
    SpriteCells outline{};
};

struct Hand {
    Vec2 from{};       // world
    Vec2 along{1, 0};  // of length 1: the direction of the weapon or chain
    float turns = 0;   // rotation of the hand relative to that
    Vec2 offset{};     // along and across
};

TeePose tee_pose(const Tee& tee);
void draw_tee_body(const Stage& stage, const Tee& tee);
void draw_tee_hand(const Stage& stage, const Tee& tee, const Hand& hand);
// False if the player has no parts, or they have no pictures.
bool draw_tee_parts(const Stage& stage, const Tee& tee, const TeePose& pose);
// The weapon in its hand; drawn before the body.
void draw_weapon(const Stage& stage, const Tee& tee);

}  // namespace tickreel::teeworlds_art
