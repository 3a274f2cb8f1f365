// The smooth shapes of a draw list: each has a one-pixel rim that fades out, so that it looks the
// same on every backend without multisampling.

#include <array>
#include <numbers>

#include "player/draw/draw_list.h"

namespace tickreel {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kRim = 0.5F;  // half of the fading edge, pixels

std::size_t segments_for(float radius) {
    const float n = 6 + 6 * std::sqrt(std::max(radius, 0.0F));
    return static_cast<std::size_t>(std::clamp(n, 10.0F, 160.0F));
}

float doubled_area(std::span<const Vec2> points) {
    float area = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2 a = points[i];
        const Vec2 b = points[i + 1 < points.size() ? i + 1 : 0];
        area += a.x * b.y - b.x * a.y;
    }
    return area;
}

// The outward vector between two edges that moves both by one pixel; long spikes are cut.
Vec2 outward(Vec2 in, Vec2 out, float side) {
    const Vec2 normal = Vec2{in.y + out.y, -(in.x + out.x)} * (side / 2);
    const float squared = std::max(normal.x * normal.x + normal.y * normal.y, 0.25F);
    return normal * (1 / squared);
}

Box box_of(std::span<const Vec2> points) {
    Box box{points[0].x, points[0].y, points[0].x, points[0].y};
    for (const Vec2 p : points) {
        box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x),
               std::max(box.y1, p.y)};
    }
    return grown(box, 1);
}

}  // namespace

void DrawList::polygon(std::span<const Vec2> convex, Color color) {
    if (convex.size() < 3 || color.a == 0 || intersection(box_of(convex), clip()).empty()) return;
    const auto n = static_cast<std::uint32_t>(convex.size());
    const float side = doubled_area(convex) >= 0 ? 1.0F : -1.0F;
    begin(kWhiteTexture, std::size_t{3} * (n - 2) + std::size_t{6} * n);
    const auto base = static_cast<std::uint32_t>(vertices_.size());
    Vec2 in = normalised(convex.front() - convex.back());
    for (std::size_t i = 0; i < convex.size(); ++i) {
        const Vec2 out = normalised(convex[i + 1 < convex.size() ? i + 1 : 0] - convex[i]);
        const Vec2 rim = outward(in, out, side) * kRim;
        in = out;
        vertex(convex[i] - rim, color);
        vertex(convex[i] + rim, faded(color, 0));
    }
    for (std::uint32_t i = 2; i < n; ++i) triangle(base, base + 2 * (i - 1), base + 2 * i);
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t a = base + 2 * i;
        const std::uint32_t b = base + 2 * (i + 1 < n ? i + 1 : 0);
        triangle(a, b, b + 1);
        triangle(a, b + 1, a + 1);
    }
}

void DrawList::ellipse(Vec2 centre, Vec2 radii, float angle, Color color) {
    const float radius = std::max(radii.x, radii.y);
    if (!(radius > 0) || intersection(box_around(centre, radius + 1, radius + 1), clip()).empty())
        return;
    const std::size_t n = segments_for(radius);
    const Vec2 turn = direction(angle);
    scratch_.clear();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 d = direction(2 * kPi * static_cast<float>(i) / static_cast<float>(n));
        const Vec2 at{d.x * radii.x, d.y * radii.y};
        scratch_.push_back(centre +
                           Vec2{at.x * turn.x - at.y * turn.y, at.x * turn.y + at.y * turn.x});
    }
    polygon(scratch_, color);
}

void DrawList::circle(Vec2 centre, float radius, Color color) {
    ellipse(centre, {radius, radius}, 0, color);
}

void DrawList::ring(Vec2 centre, float radius, float width, Color color) {
    if (intersection(box_around(centre, radius + width, radius + width), clip()).empty()) return;
    const auto n = static_cast<std::uint32_t>(segments_for(radius));
    const float half = std::max(width, 1.0F) / 2;
    const float core = std::max(half - kRim, 0.0F);
    const std::array<float, 4> radii{radius - half - kRim, radius - core, radius + core,
                                     radius + half + kRim};
    begin(kWhiteTexture, std::size_t{18} * n);
    const auto base = static_cast<std::uint32_t>(vertices_.size());
    for (std::uint32_t i = 0; i < n; ++i) {
        const Vec2 d = direction(2 * kPi * static_cast<float>(i) / static_cast<float>(n));
        for (std::size_t r = 0; r < radii.size(); ++r) {
            vertex(centre + d * std::max(radii[r], 0.0F),
                   r == 1 || r == 2 ? color : faded(color, 0));
        }
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t r = 0; r < 3; ++r) {
            const std::uint32_t a = base + 4 * i + r;
            const std::uint32_t b = base + 4 * ((i + 1) % n) + r;
            triangle(a, b, b + 1);
            triangle(a, b + 1, a + 1);
        }
    }
}

void DrawList::line(Vec2 from, Vec2 to, float width, Color color) {
    line(from, to, width, color, color);
}

void DrawList::line(Vec2 from, Vec2 to, float width, Color from_color, Color to_color) {
    const float half = std::max(width, 1.0F) / 2;
    const Box box = grown({std::min(from.x, to.x), std::min(from.y, to.y), std::max(from.x, to.x),
                           std::max(from.y, to.y)},
                          half + 1);
    if (intersection(box, clip()).empty()) return;
    const float thin = std::min(width, 1.0F);  // thinner than a pixel: paler instead
    const Vec2 along = normalised(to - from);
    const Vec2 across{-along.y, along.x};
    const float core = std::max(half - kRim, 0.0F);
    const std::array<float, 4> offsets{-half - kRim, -core, core, half + kRim};
    begin(kWhiteTexture, 18);
    const auto base = static_cast<std::uint32_t>(vertices_.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const float alpha = i == 1 || i == 2 ? thin : 0;
        vertex(from + across * offsets[i], faded(from_color, alpha));
        vertex(to + across * offsets[i], faded(to_color, alpha));
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t a = base + 2 * i;
        triangle(a, a + 1, a + 3);
        triangle(a, a + 3, a + 2);
    }
}

void DrawList::rounded_rect(const Box& box, float radius, Color color) {
    radius = std::min({radius, box.width() / 2, box.height() / 2});
    if (!(radius > 0.5F)) {
        rect(box, color);
        return;
    }
    constexpr std::size_t kSteps = 6;
    const std::array<Vec2, 4> middles{
        Vec2{box.x1 - radius, box.y1 - radius}, Vec2{box.x0 + radius, box.y1 - radius},
        Vec2{box.x0 + radius, box.y0 + radius}, Vec2{box.x1 - radius, box.y0 + radius}};
    scratch_.clear();
    for (std::size_t corner = 0; corner < middles.size(); ++corner) {
        for (std::size_t step = 0; step <= kSteps; ++step) {
            const float turn =
                static_cast<float>(corner) + static_cast<float>(step) / static_cast<float>(kSteps);
            scratch_.push_back(middles[corner] + direction(turn * kPi / 2) * radius);
        }
    }
    polygon(scratch_, color);
}

}  // namespace tickreel
