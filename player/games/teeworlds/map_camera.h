#pragma once
// How the groups of a map move and scale with the camera. At zoom 1 the game shows a fixed area,
// independent of the window; groups with parallax 0 do not scale when zooming.

#include "player/draw/camera.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel::teeworlds_art {

// Width and height in units that the game shows at zoom 1 for a viewport of this shape.
Vec2 game_view(const Box& viewport);
Camera group_camera(const Camera& camera, const MapGroup& group);

}  // namespace tickreel::teeworlds_art
