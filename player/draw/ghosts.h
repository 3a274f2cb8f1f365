#pragma once
// What a view of a match file was not sent: over its picture, pale, each thing in a dashed ring.

#include "player/draw/scene.h"

namespace tickreel {

// Input with ghosts only.
void draw_ghosts(const SceneInput& input, Scene& scene);

}  // namespace tickreel
