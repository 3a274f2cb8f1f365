#pragma once
// Two floats in world units (32 = one tile, y grows downwards), single precision as in the game.

#include <algorithm>
#include <cmath>

namespace tickreel::match {

struct Vec {
    float x = 0.0F;
    float y = 0.0F;
    bool operator==(const Vec&) const = default;
};

inline Vec operator+(Vec a, Vec b) {
    return {a.x + b.x, a.y + b.y};
}
inline Vec operator-(Vec a, Vec b) {
    return {a.x - b.x, a.y - b.y};
}
inline Vec operator*(Vec a, float s) {
    return {a.x * s, a.y * s};
}
inline float dot(Vec a, Vec b) {
    return a.x * b.x + a.y * b.y;
}
inline float length(Vec a) {
    return std::sqrt(dot(a, a));
}
inline float distance(Vec a, Vec b) {
    return length(a - b);
}
// A unit vector; the zero vector stays zero.
inline Vec normalized(Vec a) {
    const float l = length(a);
    return l > 0.0F ? a * (1.0F / l) : Vec{};
}
inline Vec unit(float angle) {
    return {std::cos(angle), std::sin(angle)};
}
inline float angle_of(Vec a) {
    return std::atan2(a.y, a.x);
}
inline Vec mix(Vec a, Vec b, float share) {
    return a + (b - a) * share;
}
// The point of the segment a-b that is nearest to p.
inline Vec nearest_on_segment(Vec a, Vec b, Vec p) {
    const Vec d = b - a;
    const float squared = dot(d, d);
    if (squared <= 0.0F) {
        return a;
    }
    return a + d * std::clamp(dot(p - a, d) / squared, 0.0F, 1.0F);
}
inline int to_int(float value) {
    return static_cast<int>(std::lround(value));
}

}  // namespace tickreel::match
