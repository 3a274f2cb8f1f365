#pragma once
// Where in the world one looks, and how large: world <-> screen.

#include "player/draw/geometry.h"

namespace tickreel {

struct Camera {
    Vec2 centre{};    // world position in the middle of the viewport
    float scale = 1;  // pixels per world unit
    Box viewport{};   // pixels

    Vec2 to_screen(Vec2 world) const;
    Vec2 to_world(Vec2 screen) const;
    Box box_to_screen(const Box& world) const;
    Box visible() const;  // the world box that the viewport shows

    // The world point under `screen` stays there. The scale stays within kMinScale..kMaxScale.
    void zoom_at(Vec2 screen, float factor);
    void pan(Vec2 pixels);
    // All of `world` with a margin of that share of the viewport.
    void fit(const Box& world, float margin = 0.04F);
};

inline constexpr float kMinScale = 1e-4F;
inline constexpr float kMaxScale = 256.0F;

}  // namespace tickreel
