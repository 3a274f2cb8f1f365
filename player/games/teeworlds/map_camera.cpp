#include "player/games/teeworlds/map_camera.h"

namespace tickreel::teeworlds_art {

Vec2 game_view(const Box& viewport) {
    // The area is constant, within a largest width and height.
    constexpr float kArea = 1150000;
    constexpr float kMaxWidth = 1500;
    constexpr float kMaxHeight = 1050;
    const float aspect = std::max(viewport.width(), 1.0F) / std::max(viewport.height(), 1.0F);
    const float side = std::sqrt(kArea / aspect);
    Vec2 view{side * aspect, side};
    if (view.x > kMaxWidth) view = {kMaxWidth, kMaxWidth / aspect};
    if (view.y > kMaxHeight) view = {kMaxHeight * aspect, kMaxHeight};
    return view;
}

Camera group_camera(const Camera& camera, const MapGroup& group) {
    const float base = game_view(camera.viewport).x;
    const float zoom = camera.viewport.width() / camera.scale / base;
    const float share = std::clamp(std::max(group.parallax.x, group.parallax.y), 0.0F, 100.0F);
    const float group_zoom = (share * (zoom - 1) + 100) / 100;
    Camera out = camera;
    out.scale = camera.viewport.width() / std::max(base * group_zoom, 1e-3F);
    out.centre = {group.offset.x + camera.centre.x * group.parallax.x / 100,
                  group.offset.y + camera.centre.y * group.parallax.y / 100};
    return out;
}

}  // namespace tickreel::teeworlds_art
