#pragma once
// A vector of two floats in world units (32 = one tile, y points down), single precision as in the
// game: the order of operations decides the last bit, and the last bit decides the rounding.

#include <algorithm>
#include <cmath>

namespace tickreel::teeworlds {

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
// The point of the segment a-b nearest to p.
inline Vec nearest_on_segment(Vec a, Vec b, Vec p) {
    const Vec d = b - a;
    const float squared = dot(d, d);
    if (squared <= 0.0F) return a;
    return a + d * std::clamp(dot(p - a, d) / squared, 0.0F, 1.0F);
}
// Rounds half away from zero, in single precision as in the game; values beyond 30 bits are clamped
// to the nearest such int, NaN becomes 0.
inline int to_int(float value) {
    constexpr float kMost = 1 << 30;
    const float kept = value > -kMost ? (value < kMost ? value : kMost) : -kMost;
    return value == value ? static_cast<int>(kept > 0.0F ? kept + 0.5F : kept - 0.5F) : 0;
}

}  // namespace tickreel::teeworlds
