// Textures that repeat, for backends that cannot: a triangle is cut along whole numbers of u and v,
// and every piece is moved into 0..1.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "player/draw/draw_list.h"

namespace tickreel {

namespace {

using Polygon = std::vector<Corner>;

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
        const Corner& b = polygon[(i + 1) % polygon.size()];
        const float da = sign * (coordinate(a, of_v) - limit);
        const float db = sign * (coordinate(b, of_v) - limit);
        if (da >= 0) {
            out.push_back(a);
        }
        if ((da >= 0) != (db >= 0)) {
            out.push_back(between(a, b, da / (da - db)));
        }
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
    constexpr float kReach = 1e6F;  // beyond this a float has no fraction worth drawing
    low = std::clamp(low, -kReach, kReach);
    high = std::clamp(high, -kReach, kReach);
    const int first = static_cast<int>(std::floor(low));
    return {first, std::max(first, static_cast<int>(std::ceil(high)) - 1)};
}

// The corner of the only cell that these touch; nothing when there are several.
std::optional<Vec2> only_cell(std::span<const Corner> corners) {
    const Cells columns = cells_of(corners, false);
    const Cells rows = cells_of(corners, true);
    if (columns.first != columns.last || rows.first != rows.last) {
        return {};
    }
    return Vec2{static_cast<float>(columns.first), static_cast<float>(rows.first)};
}

Polygon cell(const Polygon& polygon, bool of_v, int number) {
    const auto start = static_cast<float>(number);
    return cut(cut(polygon, of_v, start, 1), of_v, start + 1, -1);
}

void emit(DrawList& list, TextureId texture, const Polygon& polygon, Vec2 origin) {
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;
    for (const Corner& corner : polygon) {
        const Vec2 uv = corner.uv - origin;
        vertices.push_back({corner.position.x, corner.position.y, std::clamp(uv.x, 0.0F, 1.0F),
                            std::clamp(uv.y, 0.0F, 1.0F), corner.color});
    }
    for (std::uint32_t i = 2; i < vertices.size(); ++i) {
        indices.insert(indices.end(), {0, i - 1, i});
    }
    list.add(texture, vertices, indices);
}

}  // namespace

void DrawList::triangle_repeating(TextureId texture, const Corner& a, const Corner& b,
                                  const Corner& c, int max_pieces) {
    const Polygon whole{a, b, c};
    const Cells columns = cells_of(whole, false);
    const Cells rows = cells_of(whole, true);
    const std::int64_t pieces = (std::int64_t{columns.last} - columns.first + 1) *
                                (std::int64_t{rows.last} - rows.first + 1);
    const Vec2 first{static_cast<float>(columns.first), static_cast<float>(rows.first)};
    if (pieces <= 1 || pieces > max_pieces) {
        emit(*this, texture, whole, first);
        return;
    }
    for (int x = columns.first; x <= columns.last; ++x) {
        const Polygon column = cell(whole, false, x);
        for (int y = rows.first; y <= rows.last && column.size() >= 3; ++y) {
            const Polygon piece = cell(column, true, y);
            if (piece.size() >= 3) {
                emit(*this, texture, piece, {static_cast<float>(x), static_cast<float>(y)});
            }
        }
    }
}

void DrawList::quad_repeating(TextureId texture, const Corner& a, const Corner& b, const Corner& c,
                              const Corner& d) {
    std::array<Corner, 4> corners{a, b, c, d};
    const std::optional<Vec2> origin = only_cell(corners);
    if (!origin) {
        triangle_repeating(texture, a, b, c);
        triangle_repeating(texture, a, c, d);
        return;
    }
    for (Corner& corner : corners) {
        corner.uv = corner.uv - *origin;
        corner.uv = {std::clamp(corner.uv.x, 0.0F, 1.0F), std::clamp(corner.uv.y, 0.0F, 1.0F)};
    }
    quad(texture, corners[0], corners[1], corners[2], corners[3]);
}

}  // namespace tickreel
