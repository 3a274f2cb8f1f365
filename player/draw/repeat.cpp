// Repeating textures for backends without support: triangles are cut along whole numbers of u and
// v, and every piece is moved into 0..1.

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>

#include "player/draw/draw_list.h"

namespace tickreel {

namespace {

// A triangle, and what four cuts leave of it. A cut of a convex polygon adds one corner; if
// rounding has made it concave, at most half as many again: 3, 4, 6, 9, 13.
constexpr std::size_t kMostCorners = 13;

class Polygon {
public:
    Polygon() = default;
    Polygon(const Corner& a, const Corner& b, const Corner& c) : corners_{a, b, c}, size_(3) {}

    void push_back(const Corner& corner) {
        assert(size_ < corners_.size());
        corners_[size_++] = corner;
    }
    std::size_t size() const { return size_; }
    const Corner& operator[](std::size_t i) const { return corners_[i]; }
    std::span<const Corner> corners() const { return {corners_.data(), size_}; }

private:
    std::array<Corner, kMostCorners> corners_{};
    std::size_t size_ = 0;
};

Corner between(const Corner& a, const Corner& b, float k) {
    return {mix(a.position, b.position, k), mix(a.uv, b.uv, k), mix(a.color, b.color, k)};
}

float coordinate(const Corner& corner, bool of_v) {
    return of_v ? corner.uv.y : corner.uv.x;
}

// The part of the polygon where sign * (uv - limit) >= 0 (Sutherland and Hodgman).
Polygon cut(const Polygon& polygon, bool of_v, float limit, float sign) {
    Polygon out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Corner& a = polygon[i];
        const Corner& b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        const float da = sign * (coordinate(a, of_v) - limit);
        const float db = sign * (coordinate(b, of_v) - limit);
        if (da >= 0) out.push_back(a);
        if ((da >= 0) != (db >= 0)) out.push_back(between(a, b, da / (da - db)));
    }
    return out;
}

struct Cells {
    int first = 0;
    int last = 0;
};

Cells cells_of(std::span<const Corner> polygon, bool of_v) {
    float low = coordinate(polygon[0], of_v);
    float high = low;
    for (const Corner& corner : polygon) {
        low = std::min(low, coordinate(corner, of_v));
        high = std::max(high, coordinate(corner, of_v));
    }
    constexpr float kReach = 1e6F;  // beyond this, floats have no useful fraction
    low = std::clamp(low, -kReach, kReach);
    high = std::clamp(high, -kReach, kReach);
    const int first = static_cast<int>(std::floor(low));
    return {first, std::max(first, static_cast<int>(std::ceil(high)) - 1)};
}

Polygon cell(const Polygon& polygon, bool of_v, int number) {
    const auto start = static_cast<float>(number);
    return cut(cut(polygon, of_v, start, 1), of_v, start + 1, -1);
}

void emit(DrawList& list, TextureId texture, const Polygon& polygon, Vec2 origin) {
    std::array<Vertex, kMostCorners> vertices{};
    std::array<std::uint32_t, 3 * (kMostCorners - 2)> indices{};
    std::size_t used = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Corner& corner = polygon[i];
        const Vec2 uv = corner.uv - origin;
        vertices[i] = {corner.position.x, corner.position.y, std::clamp(uv.x, 0.0F, 1.0F),
                       std::clamp(uv.y, 0.0F, 1.0F), corner.color};
        if (i >= 2) {
            indices[used++] = 0;
            indices[used++] = static_cast<std::uint32_t>(i - 1);
            indices[used++] = static_cast<std::uint32_t>(i);
        }
    }
    list.add(texture, {vertices.data(), polygon.size()}, {indices.data(), used});
}

std::int64_t pieces_of(Cells columns, Cells rows) {
    return (std::int64_t{columns.last} - columns.first + 1) *
           (std::int64_t{rows.last} - rows.first + 1);
}

// A quad of one colour, rectangular in the texture and a parallelogram on the screen, as nearly all
// are: its pieces are such quads too and need no cutting.
class Patch {
public:
    static std::optional<Patch> of(const std::array<Corner, 4>& corners) {
        const auto& [a, b, c, d] = corners;
        constexpr float kSame = 0.05F;  // pixels
        const bool upright =
            a.uv.y == b.uv.y && b.uv.x == c.uv.x && c.uv.y == d.uv.y && d.uv.x == a.uv.x;
        const bool plain = a.color == b.color && a.color == c.color && a.color == d.color;
        const Vec2 off = a.position + c.position - b.position - d.position;
        const bool wide = a.uv.x != b.uv.x && a.uv.y != d.uv.y;
        if (!upright || !plain || !wide || !(std::abs(off.x) + std::abs(off.y) < kSame)) return {};
        return Patch(a, b, d);
    }

    void draw(DrawList& list, TextureId texture, Cells columns, Cells rows) const {
        for (int x = columns.first; x <= columns.last; ++x) {
            const auto [left, right] = within(start_.uv.x, end_.x, x);
            for (int y = rows.first; y <= rows.last; ++y) {
                const auto [top, bottom] = within(start_.uv.y, end_.y, y);
                const Vec2 origin{static_cast<float>(x), static_cast<float>(y)};
                list.quad(texture, corner({left, top}, origin), corner({right, top}, origin),
                          corner({right, bottom}, origin), corner({left, bottom}, origin));
            }
        }
    }

private:
    Patch(const Corner& a, const Corner& b, const Corner& d)
        : start_(a),
          end_{b.uv.x, d.uv.y},
          along_u_((b.position - a.position) * (1 / (b.uv.x - a.uv.x))),
          along_v_((d.position - a.position) * (1 / (d.uv.y - a.uv.y))) {}

    static std::array<float, 2> within(float from, float to, int number) {
        const auto start = static_cast<float>(number);
        return {std::max(start, std::min(from, to)), std::min(start + 1, std::max(from, to))};
    }
    Corner corner(Vec2 uv, Vec2 origin) const {
        const Vec2 way = uv - start_.uv;
        return {start_.position + along_u_ * way.x + along_v_ * way.y, uv - origin, start_.color};
    }

    Corner start_;
    Vec2 end_;
    Vec2 along_u_;  // pixels to the next repetition
    Vec2 along_v_;
};

}  // namespace

void DrawList::triangle_repeating(TextureId texture, const Corner& a, const Corner& b,
                                  const Corner& c, int max_pieces) {
    const Polygon whole(a, b, c);
    const Cells columns = cells_of(whole.corners(), false);
    const Cells rows = cells_of(whole.corners(), true);
    const std::int64_t pieces = pieces_of(columns, rows);
    const Vec2 first{static_cast<float>(columns.first), static_cast<float>(rows.first)};
    if (pieces <= 1 || pieces > max_pieces) {
        emit(*this, texture, whole, first);
        return;
    }
    for (int x = columns.first; x <= columns.last; ++x) {
        const Polygon column = cell(whole, false, x);
        for (int y = rows.first; y <= rows.last && column.size() >= 3; ++y) {
            const Polygon piece = cell(column, true, y);
            if (piece.size() >= 3)
                emit(*this, texture, piece, {static_cast<float>(x), static_cast<float>(y)});
        }
    }
}

void DrawList::quad_repeating(TextureId texture, const Corner& a, const Corner& b, const Corner& c,
                              const Corner& d) {
    std::array<Corner, 4> corners{a, b, c, d};
    const Cells columns = cells_of(corners, false);
    const Cells rows = cells_of(corners, true);
    if (pieces_of(columns, rows) == 1) {
        const Vec2 origin{static_cast<float>(columns.first), static_cast<float>(rows.first)};
        for (Corner& corner : corners) {
            corner.uv = corner.uv - origin;
            corner.uv = {std::clamp(corner.uv.x, 0.0F, 1.0F), std::clamp(corner.uv.y, 0.0F, 1.0F)};
        }
        quad(texture, corners[0], corners[1], corners[2], corners[3]);
        return;
    }
    const std::optional<Patch> patch = Patch::of(corners);
    if (patch && pieces_of(columns, rows) <= kMostPieces) {
        patch->draw(*this, texture, columns, rows);
        return;
    }
    triangle_repeating(texture, a, b, c);
    triangle_repeating(texture, a, c, d);
}

}  // namespace tickreel
