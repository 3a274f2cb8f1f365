#pragma once
// The visible part of the world and its scale: converts between world and screen.

#include "player/draw/geometry.h"

namespace tickreel {

struct Camera {
    Vec2 centre{};    // world position in the middle of the viewport
    float scale = 1;  // pixels per world unit
    Box viewport{};   // pixels

    Vec2 to_screen(Vec2 world) const;
    Vec2 to_world(Vec2 screen) const;
    Box box_to_screen(const Box& world) const;
    Box visible() const;  // the visible world box

    // The world point under `screen` stays fixed. The scale is clamped to kMinScale..kMaxScale.
    void zoom_at(Vec2 screen, float factor);
    void pan(Vec2 pixels);
    // Shows all of `world`, with a margin given as a share of the viewport.
    void fit(const Box& world, float margin = 0.04F);
};

inline constexpr float kMinScale = 1e-4F;
inline constexpr float kMaxScale = 256.0F;

}  // namespace tickreel
