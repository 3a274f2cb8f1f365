#pragma once
// Points, boxes and colours for drawing. Screen positions are in pixels, y downwards; world
// positions are in the game's units. Colours are straight (not premultiplied) RGBA, 0..255.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace tickreel {

struct Vec2 {
    float x = 0;
    float y = 0;
    bool operator==(const Vec2&) const = default;
};

inline Vec2 operator+(Vec2 a, Vec2 b) {
    return {a.x + b.x, a.y + b.y};
}
inline Vec2 operator-(Vec2 a, Vec2 b) {
    return {a.x - b.x, a.y - b.y};
}
inline Vec2 operator*(Vec2 a, float k) {
    return {a.x * k, a.y * k};
}
inline float length(Vec2 a) {
    return std::sqrt(a.x * a.x + a.y * a.y);
}
inline Vec2 mix(Vec2 a, Vec2 b, float k) {
    return a + (b - a) * k;
}
inline Vec2 direction(float radians) {
    return {std::cos(radians), std::sin(radians)};
}
// Of length 1; (1,0) for the null vector.
inline Vec2 normalised(Vec2 a) {
    const float n = length(a);
    return n > 0 ? a * (1 / n) : Vec2{1, 0};
}
inline Vec2 rotated(Vec2 a, float radians) {
    const Vec2 d = direction(radians);
    return {a.x * d.x - a.y * d.y, a.x * d.y + a.y * d.x};
}

// Half-open [x0,x1) x [y0,y1).
struct Box {
    float x0 = 0;
    float y0 = 0;
    float x1 = 0;
    float y1 = 0;
    bool operator==(const Box&) const = default;

    float width() const { return x1 - x0; }
    float height() const { return y1 - y0; }
    bool empty() const { return !(x1 > x0 && y1 > y0); }
    Vec2 centre() const { return {(x0 + x1) / 2, (y0 + y1) / 2}; }
    bool contains(Vec2 p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
};

inline Box intersection(const Box& a, const Box& b) {
    return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}
inline Box grown(const Box& a, float by) {
    return {a.x0 - by, a.y0 - by, a.x1 + by, a.y1 + by};
}
inline Box box_around(Vec2 centre, float half_width, float half_height) {
    return {centre.x - half_width, centre.y - half_height, centre.x + half_width,
            centre.y + half_height};
}

struct Color {
    std::uint8_t r = 255;
    std::uint8_t g = 255;
    std::uint8_t b = 255;
    std::uint8_t a = 255;
    bool operator==(const Color&) const = default;
};

constexpr Color rgb(std::uint32_t hex, std::uint8_t alpha = 255) {  // 0xRRGGBB
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
            static_cast<std::uint8_t>(hex), alpha};
}
Color mix(Color a, Color b, float k);        // component by component
Color multiply(Color a, Color b);            // 255 is one
Color faded(Color color, float alpha);       // alpha times the factor
Color hsl(float h, float s, float l);        // all 0..1
Color distinct_color(std::uint64_t number);  // the same number always gives the same colour
Color distinct_color(std::string_view name);

}  // namespace tickreel
