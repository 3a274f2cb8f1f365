#pragma once
// How the groups of a map move and grow with the camera. At zoom 1 the game shows a fixed area,
// whatever the window; groups with parallax 0 do not grow when one zooms.

#include "player/draw/camera.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel {

// Width and height in units that the game shows at zoom 1 for this shape of viewport.
Vec2 game_view(const Box& viewport);
Camera group_camera(const Camera& camera, const MapGroup& group);

}  // namespace tickreel
