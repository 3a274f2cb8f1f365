#include "player/draw/fog.h"

#include "player/draw/art.h"
#include "player/draw/map_inks.h"
#include "player/draw/scene.h"

namespace tickreel {

namespace {

constexpr Color kFog = rgb(0x0a0e16, 150);

// Far outside of any viewport, on the line from the middle through a corner of the shape.
Vec2 far_behind(Vec2 middle, Vec2 corner, const Box& viewport) {
    const float reach = 4 * (viewport.width() + viewport.height()) + length(corner - middle);
    const Vec2 off{viewport.centre().x - middle.x, viewport.centre().y - middle.y};
    return middle + normalised(corner - middle) * (reach + 2 * length(off));
}

void draw_border(const SceneInput& input, const std::vector<Vec2>& shape, float strength,
                 DrawList& list) {
    for (std::size_t i = 0; i < shape.size(); ++i)
        list.line(input.camera.to_screen(shape[i]),
                  input.camera.to_screen(shape[i + 1 < shape.size() ? i + 1 : 0]),
                  1.5F * input.options.ui_scale, faded(map_ink::kGhost, strength));
}

}  // namespace

SentArea sent_area(const SceneInput& input) {
    if (input.art != nullptr) return input.art->sent_area(input);
    return {{}, {}, "nobody knows what servers of this game send"};
}

void draw_fog(const SceneInput& input, DrawList& list) {
    if (!input.fog || !input.fog->known()) return;
    std::vector<Vec2> corners;
    Vec2 middle;
    for (const Vec2 corner : input.fog->shape) {
        corners.push_back(input.camera.to_screen(corner));
        middle = middle + corners.back() * (1.0F / static_cast<float>(input.fog->shape.size()));
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2 a = corners[i];
        const Vec2 b = corners[i + 1 < corners.size() ? i + 1 : 0];
        list.quad(kWhiteTexture, {a, {}, kFog}, {b, {}, kFog},
                  {far_behind(middle, b, input.camera.viewport), {}, kFog},
                  {far_behind(middle, a, input.camera.viewport), {}, kFog});
    }
    draw_border(input, input.fog->shape, 0.7F, list);
    draw_border(input, input.fog->inner, 0.3F, list);
}

}  // namespace tickreel
