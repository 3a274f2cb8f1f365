#include "player/draw/rasteriser.h"

#include <array>
#include <cmath>
#include <limits>
#include <thread>

#include "player/draw/span_fill.h"

namespace tickreel {

namespace {

constexpr int kSub = 16;  // subpixel positions per pixel

struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
};

struct Rows {
    int begin = 0;
    int end = 0;
};

// One edge of a triangle: `across * x + down * y + base >= 0` for pixels on its inner side.
struct Edge {
    std::int64_t across = 0;
    std::int64_t down = 0;
    std::int64_t base = 0;
};

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    const std::int64_t q = a / b;
    return q * b > a ? q - 1 : q;
}

Edge make_edge(Point a, Point b) {
    const std::int64_t dx = b.x - a.x;
    const std::int64_t dy = b.y - a.y;
    // Pixels exactly on an edge belong to one of its two triangles: the one right of or below it.
    const bool top_left = dy < 0 || (dy == 0 && dx > 0);
    const std::int64_t half = kSub / 2;
    return {-dy * kSub, dx * kSub, dx * (half - a.y) - dy * (half - a.x) - (top_left ? 0 : 1)};
}

// Narrows [first, last] to the pixels of row y on the inner side of the edge.
void narrow(const Edge& edge, std::int64_t y, std::int64_t& first, std::int64_t& last) {
    const std::int64_t rest = edge.down * y + edge.base;
    if (edge.across > 0)
        first = std::max(first, -floor_div(rest, edge.across));
    else if (edge.across < 0)
        last = std::min(last, floor_div(rest, -edge.across));
    else if (rest < 0)
        last = first - 1;
}

bool finite(const Vertex& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.u) && std::isfinite(v.v);
}

Point snapped(const Vertex& v) {
    constexpr float kFar = 4e6F;
    return {std::llround(std::clamp(v.x, -kFar, kFar) * kSub),
            std::llround(std::clamp(v.y, -kFar, kFar) * kSub)};
}

// The gradient of a value over the triangle, from its values at the corners.
struct Slope {
    double x = 0;
    double y = 0;
};

Slope slope(const std::array<Point, 3>& p, double area, double a, double b, double c) {
    const auto d = [](std::int64_t from, std::int64_t to) {
        return static_cast<double>(to - from);
    };
    const double ab = b - a;
    const double ac = c - a;
    return {(ab * d(p[0].y, p[2].y) - ac * d(p[0].y, p[1].y)) / area * kSub,
            (ac * d(p[0].x, p[1].x) - ab * d(p[0].x, p[2].x)) / area * kSub};
}

Ramp ramp(const std::array<Point, 3>& p, double area, double a, double b, double c) {
    const Slope s = slope(p, area, a, b, c);
    constexpr double kOne = Ramp::kOne;
    // The value at the centre of pixel (0, 0).
    const double origin = a + s.x * (kSub / 2.0 - static_cast<double>(p[0].x)) / kSub +
                          s.y * (kSub / 2.0 - static_cast<double>(p[0].y)) / kSub;
    static constexpr double kLimit = 2.8e14;  // times the widest picture still fits
    const auto fixed = [](double v) {
        return static_cast<std::int64_t>(std::llround(std::clamp(v * kOne, -kLimit, kLimit)));
    };
    return {fixed(origin), fixed(s.x), fixed(s.y)};
}

class Band {
public:
    Band(const TextureStore& textures, Image& target, Rows rows)
        : textures_(textures), target_(target), rows_(rows) {}

    void draw(const DrawList& list) {
        for (const DrawCommand& command : list.commands()) {
            if (!textures_.contains(command.texture)) continue;
            const auto indices = list.indices().subspan(command.first_index, command.index_count);
            begin(command);
            for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
                triangle({&list.vertices()[indices[i]], &list.vertices()[indices[i + 1]],
                          &list.vertices()[indices[i + 2]]});
            }
        }
    }

private:
    using Corners = std::array<const Vertex*, 3>;

    void begin(const DrawCommand& command) {
        const auto whole = [](float v, int limit) {
            return static_cast<int>(std::clamp(std::lround(v), 0L, static_cast<long>(limit)));
        };
        left_ = whole(command.clip.x0, target_.width);
        right_ = whole(command.clip.x1, target_.width);
        top_ = std::max(rows_.begin, whole(command.clip.y0, target_.height));
        bottom_ = std::min(rows_.end, whole(command.clip.y1, target_.height));
        white_ = command.texture == kWhiteTexture;
        fill_.texture = &textures_.image(command.texture);
        fill_.smooth = textures_.filter(command.texture) == Filter::Smooth;
    }

    void triangle(Corners v) {
        if (!finite(*v[0]) || !finite(*v[1]) || !finite(*v[2])) return;
        std::array<Point, 3> p{snapped(*v[0]), snapped(*v[1]), snapped(*v[2])};
        std::int64_t area =
            (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
        if (area == 0) return;
        if (area < 0) {
            std::swap(p[1], p[2]);
            std::swap(v[1], v[2]);
            area = -area;
        }
        const auto [low, high] = std::minmax({p[0].y, p[1].y, p[2].y});
        const std::int64_t first = std::max<std::int64_t>(top_, floor_div(low, kSub));
        const std::int64_t last = std::min<std::int64_t>(bottom_ - 1, floor_div(high, kSub));
        if (first > last) return;
        set_up(v, p, static_cast<double>(area));
        fill_rows(p, static_cast<int>(first), static_cast<int>(last));
    }

    void set_up(const Corners& v, const std::array<Point, 3>& p, double area) {
        const Color a = v[0]->color;
        const Color b = v[1]->color;
        const Color c = v[2]->color;
        fill_.flat = a == b && b == c;
        fill_.color = a;
        if (!fill_.flat) {
            fill_.r = ramp(p, area, a.r, b.r, c.r);
            fill_.g = ramp(p, area, a.g, b.g, c.g);
            fill_.b = ramp(p, area, a.b, b.b, c.b);
            fill_.a = ramp(p, area, a.a, b.a, c.a);
        }
        if (!white_) {
            const double w = fill_.texture->width;
            const double h = fill_.texture->height;
            fill_.u = ramp(p, area, v[0]->u * w, v[1]->u * w, v[2]->u * w);
            fill_.v = ramp(p, area, v[0]->v * h, v[1]->v * h, v[2]->v * h);
        }
    }

    void fill_rows(const std::array<Point, 3>& p, int first_row, int last_row) {
        const std::array<Edge, 3> edges{make_edge(p[0], p[1]), make_edge(p[1], p[2]),
                                        make_edge(p[2], p[0])};
        for (int y = first_row; y <= last_row; ++y) {
            std::int64_t first = left_;
            std::int64_t last = right_ - 1;
            for (const Edge& edge : edges) narrow(edge, y, first, last);
            if (first > last) continue;
            const auto x = static_cast<int>(first);
            const std::span<Color> pixels(&target_.at(x, y),
                                          static_cast<std::size_t>(last - first + 1));
            if (white_)
                fill_.plain(pixels, x, y);
            else
                fill_.textured(pixels, x, y);
        }
    }

    const TextureStore& textures_;
    Image& target_;
    Rows rows_;
    SpanFill fill_;
    bool white_ = false;
    int left_ = 0;
    int right_ = 0;
    int top_ = 0;
    int bottom_ = 0;
};

}  // namespace

void rasterise(const DrawList& list, const TextureStore& textures, Image& target, int threads) {
    if (target.empty()) return;
    const int bands = std::clamp(threads, 1, std::max(1, target.height / 64));
    const auto draw = [&](int band) {
        const Rows rows{target.height * band / bands, target.height * (band + 1) / bands};
        Band(textures, target, rows).draw(list);
    };
    std::vector<std::thread> helpers;
    for (int band = 1; band < bands; ++band) helpers.emplace_back(draw, band);
    draw(0);
    for (std::thread& helper : helpers) helper.join();
}

}  // namespace tickreel
