#include "player/draw/camera.h"

namespace tickreel {

Vec2 Camera::to_screen(Vec2 world) const {
    return viewport.centre() + (world - centre) * scale;
}

Vec2 Camera::to_world(Vec2 screen) const {
    return centre + (screen - viewport.centre()) * (1 / scale);
}

Box Camera::box_to_screen(const Box& world) const {
    const Vec2 a = to_screen(Vec2{world.x0, world.y0});
    const Vec2 b = to_screen(Vec2{world.x1, world.y1});
    return {a.x, a.y, b.x, b.y};
}

Box Camera::visible() const {
    const Vec2 a = to_world({viewport.x0, viewport.y0});
    const Vec2 b = to_world({viewport.x1, viewport.y1});
    return {a.x, a.y, b.x, b.y};
}

void Camera::zoom_at(Vec2 screen, float factor) {
    const Vec2 fixed = to_world(screen);
    scale = std::clamp(scale * factor, kMinScale, kMaxScale);
    centre = fixed - (screen - viewport.centre()) * (1 / scale);
}

void Camera::pan(Vec2 pixels) {
    centre = centre - pixels * (1 / scale);
}

void Camera::fit(const Box& world, float margin) {
    centre = world.centre();
    const float share = 1 - 2 * margin;
    const float across = viewport.width() * share / std::max(world.width(), 1e-3F);
    const float down = viewport.height() * share / std::max(world.height(), 1e-3F);
    scale = std::clamp(std::min(across, down), kMinScale, kMaxScale);
}

}  // namespace tickreel
