// The background of points: a ground colour, and a grid labelled in world units.
#include <cmath>

#include <fmt/format.h>

#include "player/draw/map_inks.h"
#include "player/draw/points.h"

namespace tickreel {

namespace {

// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
    double step = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (step * factor >= least) return step * factor;
    return step * 10;
}

}  // namespace

void draw_backdrop(DrawList& list, const Box& viewport) {
    list.rect_gradient(viewport, map_ink::kBackdropTop, map_ink::kBackdropBottom);
}

void draw_grid(const SceneInput& input, Scene& scene) {
    constexpr float kLeastPixels = 70;
    const Camera& camera = input.camera;
    const Box seen = camera.visible();
    const float ui = input.options.ui_scale;
    const double step = round_step(double{kLeastPixels * ui} / double{camera.scale});
    const auto line_color = [](double at) {
        return at == 0 ? rgb(0x9fb4d0, 90) : rgb(0x9fb4d0, 26);
    };
    const auto first = [step](float from) { return std::ceil(double{from} / step); };
    constexpr int kMostLines = 400;
    int lines = 0;
    const float size = 12 * ui;
    const Color ink = map_ink::kUnknown;
    for (double n = first(seen.x0); n * step <= double{seen.x1} && lines++ < kMostLines; ++n) {
        const float x = std::round(camera.to_screen({static_cast<float>(n * step), 0}).x);
        scene.list.rect({x, camera.viewport.y0, x + 1, camera.viewport.y1}, line_color(n));
        input.font.draw(scene.list, {x + 4, camera.viewport.y0 + 3}, size, ink,
                        fmt::format("{:g}", n * step + 0.0));
    }
    for (double n = first(seen.y0); n * step <= double{seen.y1} && lines++ < kMostLines; ++n) {
        const float y = std::round(camera.to_screen({0, static_cast<float>(n * step)}).y);
        scene.list.rect({camera.viewport.x0, y, camera.viewport.x1, y + 1}, line_color(n));
        input.font.draw(scene.list, {camera.viewport.x0 + 4, y + 2}, size, ink,
                        fmt::format("{:g}", n * step + 0.0));
    }
}

}  // namespace tickreel
