#include "demos/match/map/scenery.h"

namespace tickreel::match {
namespace {

constexpr float kPi = 3.14159265F;

Quad upright(Vec top_left, Vec bottom_right, QuadColor top, QuadColor bottom) {
    return {{top_left, {bottom_right.x, top_left.y}, {top_left.x, bottom_right.y}, bottom_right},
            {top, top, bottom, bottom}};
}

// A disc made of triangles; a triangle is a quad with two equal corners.
void add_disc(std::vector<Quad>& out, Vec centre, float radius, QuadColor inner, QuadColor outer) {
    constexpr int kParts = 24;
    for (int i = 0; i < kParts; ++i) {
        const float from = 2.0F * kPi * static_cast<float>(i) / kParts;
        const float to = 2.0F * kPi * static_cast<float>(i + 1) / kParts;
        const Vec a = centre + unit(from) * radius;
        const Vec b = centre + unit(to) * radius;
        out.push_back({{centre, a, b, b}, {inner, outer, outer, outer}});
    }
}

}  // namespace

std::vector<Quad> sky_quads() {
    std::vector<Quad> quads;
    quads.push_back(upright({-2000.0F, -1500.0F}, {2000.0F, 0.0F}, {44, 66, 128}, {236, 152, 118}));
    quads.push_back(upright({-2000.0F, 0.0F}, {2000.0F, 1500.0F}, {236, 152, 118}, {122, 88, 108}));
    add_disc(quads, {260.0F, -160.0F}, 260.0F, {255, 232, 170, 150}, {255, 200, 140, 0});
    add_disc(quads, {260.0F, -160.0F}, 82.0F, {255, 250, 226}, {255, 226, 150});
    return quads;
}

std::vector<Quad> hill_quads(unsigned seed, float base, float height, QuadColor top,
                             QuadColor bottom) {
    constexpr float kStep = 80.0F;
    const float phase = static_cast<float>(seed) * 1.7F;
    const auto ridge = [&](float x) {
        const float wave =
            0.5F + 0.3F * std::sin(x / 310.0F + phase) + 0.2F * std::sin(x / 117.0F + 2.0F * phase);
        return base - height * wave;
    };
    std::vector<Quad> quads;
    for (float x = -2800.0F; x < 4200.0F; x += kStep) {
        const Vec a{x, ridge(x)};
        const Vec b{x + kStep, ridge(x + kStep)};
        quads.push_back({{a, b, {a.x, 2400.0F}, {b.x, 2400.0F}}, {top, top, bottom, bottom}});
    }
    return quads;
}

}  // namespace tickreel::match
