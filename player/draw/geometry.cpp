#include "player/draw/geometry.h"

namespace tickreel {

namespace {

std::uint8_t to_byte(float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 255.0F)));
}

float hue_to_component(float p, float q, float t) {
    t -= std::floor(t);
    if (t < 1.0F / 6) return p + (q - p) * 6 * t;
    if (t < 0.5F) return q;
    if (t < 2.0F / 3) return p + (q - p) * (2.0F / 3 - t) * 6;
    return p;
}

}  // namespace

Color mix(Color a, Color b, float k) {
    const auto part = [k](std::uint8_t from, std::uint8_t to) {
        return to_byte(static_cast<float>(from) +
                       (static_cast<float>(to) - static_cast<float>(from)) * k);
    };
    return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b), part(a.a, b.a)};
}

Color multiply(Color a, Color b) {
    const auto part = [](unsigned x, unsigned y) {
        return static_cast<std::uint8_t>((x * y + 127) / 255);
    };
    return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b), part(a.a, b.a)};
}

Color faded(Color color, float alpha) {
    color.a = to_byte(static_cast<float>(color.a) * alpha);
    return color;
}

Color hsl(float h, float s, float l) {
    const float q = l < 0.5F ? l * (1 + s) : l + s - l * s;
    const float p = 2 * l - q;
    return {to_byte(hue_to_component(p, q, h + 1.0F / 3) * 255),
            to_byte(hue_to_component(p, q, h) * 255),
            to_byte(hue_to_component(p, q, h - 1.0F / 3) * 255), 255};
}

Color distinct_color(std::uint64_t number) {
    // Golden-ratio steps separate neighbouring numbers on the colour circle.
    number = number * 0x9e3779b97f4a7c15ULL;
    const float hue = static_cast<float>(number >> 40) / static_cast<float>(1 << 24);
    const float light = 0.58F + 0.10F * static_cast<float>((number >> 32) & 3) / 3;
    return hsl(hue, 0.62F, light);
}

Color distinct_color(std::string_view name) {
    std::uint64_t number = 0xcbf29ce484222325ULL;  // FNV-1a
    for (const char c : name) number = (number ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return distinct_color(number);
}

}  // namespace tickreel
