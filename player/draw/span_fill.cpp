#include "player/draw/span_fill.h"

#include <algorithm>

namespace tickreel {

namespace {

constexpr std::uint32_t divided_by_255(std::uint32_t v) {  // exact for products of two bytes
    v += 128;
    return (v + (v >> 8)) >> 8;
}

std::uint8_t blended(std::uint32_t under, std::uint32_t over, std::uint32_t alpha) {
    return static_cast<std::uint8_t>(divided_by_255(over * alpha + under * (255 - alpha)));
}

void blend(Color& under, Color over) {
    if (over.a == 255) {
        under = over;
        return;
    }
    if (over.a == 0) return;
    under.r = blended(under.r, over.r, over.a);
    under.g = blended(under.g, over.g, over.a);
    under.b = blended(under.b, over.b, over.a);
    under.a = static_cast<std::uint8_t>(over.a +
                                        divided_by_255(std::uint32_t{under.a} * (255U - over.a)));
}

std::uint8_t to_byte(std::int64_t ramp) {
    const std::int64_t rounded = (ramp + (1 << (Ramp::kBits - 1))) >> Ramp::kBits;
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>(rounded, 0, 255));
}

std::uint8_t product(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint8_t>(divided_by_255(a * b));
}

Color tinted(Color texel, Color tint) {
    if (tint == Color{}) return texel;
    return {product(texel.r, tint.r), product(texel.g, tint.g), product(texel.b, tint.b),
            product(texel.a, tint.a)};
}

Color nearest(const Image& image, std::int64_t u, std::int64_t v) {
    const auto x = std::clamp<std::int64_t>(u >> Ramp::kBits, 0, image.width - 1);
    const auto y = std::clamp<std::int64_t>(v >> Ramp::kBits, 0, image.height - 1);
    return image.at(static_cast<int>(x), static_cast<int>(y));
}

// Four texels weighted by distance and by alpha, so that the colour of invisible texels does not
// bleed into edges.
Color bilinear(const Image& image, std::int64_t u, std::int64_t v) {
    constexpr std::int64_t kHalf = 1 << (Ramp::kBits - 1);
    u -= kHalf;
    v -= kHalf;
    const auto clamp_x = [&](std::int64_t x) {
        return static_cast<int>(std::clamp<std::int64_t>(x, 0, image.width - 1));
    };
    const auto clamp_y = [&](std::int64_t y) {
        return static_cast<int>(std::clamp<std::int64_t>(y, 0, image.height - 1));
    };
    const int x0 = clamp_x(u >> Ramp::kBits);
    const int x1 = clamp_x((u >> Ramp::kBits) + 1);
    const int y0 = clamp_y(v >> Ramp::kBits);
    const int y1 = clamp_y((v >> Ramp::kBits) + 1);
    const auto fx = static_cast<std::uint32_t>((u >> (Ramp::kBits - 8)) & 255);
    const auto fy = static_cast<std::uint32_t>((v >> (Ramp::kBits - 8)) & 255);
    const Color c00 = image.at(x0, y0);
    const Color c10 = image.at(x1, y0);
    const Color c01 = image.at(x0, y1);
    const Color c11 = image.at(x1, y1);
    std::uint32_t w00 = (256 - fx) * (256 - fy);
    std::uint32_t w10 = fx * (256 - fy);
    std::uint32_t w01 = (256 - fx) * fy;
    std::uint32_t w11 = fx * fy;
    const std::uint32_t one = 65536;
    if ((c00.a & c10.a & c01.a & c11.a) == 255) {
        const auto sum = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
            return static_cast<std::uint8_t>((a * w00 + b * w10 + c * w01 + d * w11 + one / 2) /
                                             one);
        };
        return {sum(c00.r, c10.r, c01.r, c11.r), sum(c00.g, c10.g, c01.g, c11.g),
                sum(c00.b, c10.b, c01.b, c11.b), 255};
    }
    w00 *= c00.a;
    w10 *= c10.a;
    w01 *= c01.a;
    w11 *= c11.a;
    const std::uint32_t total = w00 + w10 + w01 + w11;
    if (total == 0) return {0, 0, 0, 0};
    const auto sum = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
        return static_cast<std::uint8_t>((a * w00 + b * w10 + c * w01 + d * w11 + total / 2) /
                                         total);
    };
    return {sum(c00.r, c10.r, c01.r, c11.r), sum(c00.g, c10.g, c01.g, c11.g),
            sum(c00.b, c10.b, c01.b, c11.b), static_cast<std::uint8_t>((total + one / 2) / one)};
}

// Interpolates the colour along a row.
class Colors {
public:
    Colors(const SpanFill& fill, int x, int y)
        : fill_(fill),
          r_(fill.r.at(x, y)),
          g_(fill.g.at(x, y)),
          b_(fill.b.at(x, y)),
          a_(fill.a.at(x, y)) {}

    Color next() {
        if (fill_.flat) return fill_.color;
        const Color color{to_byte(r_), to_byte(g_), to_byte(b_), to_byte(a_)};
        r_ += fill_.r.x;
        g_ += fill_.g.x;
        b_ += fill_.b.x;
        a_ += fill_.a.x;
        return color;
    }

private:
    const SpanFill& fill_;
    std::int64_t r_;
    std::int64_t g_;
    std::int64_t b_;
    std::int64_t a_;
};

}  // namespace

void SpanFill::plain(std::span<Color> pixels, int x, int y) const {
    if (flat && color.a == 255) {
        std::fill(pixels.begin(), pixels.end(), color);
        return;
    }
    Colors colors(*this, x, y);
    for (Color& pixel : pixels) blend(pixel, colors.next());
}

void SpanFill::textured(std::span<Color> pixels, int x, int y) const {
    Colors colors(*this, x, y);
    std::int64_t at_u = u.at(x, y);
    std::int64_t at_v = v.at(x, y);
    for (Color& pixel : pixels) {
        const Color texel = smooth ? bilinear(*texture, at_u, at_v) : nearest(*texture, at_u, at_v);
        blend(pixel, tinted(texel, colors.next()));
        at_u += u.x;
        at_v += v.x;
    }
}

}  // namespace tickreel
