#include "player/draw/ghosts.h"

#include "player/draw/art.h"
#include "player/draw/map_inks.h"
#include "player/draw/points.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel {

namespace {

constexpr Color kPale{190, 225, 255, 130};  // multiplies the colours of things

void draw_dashes(DrawList& list, Vec2 at, float radius, float width) {
    constexpr int kDashes = 10;
    constexpr float kTurn = 6.28318530718F;
    for (int dash = 0; dash < kDashes; ++dash) {
        const float from = kTurn * static_cast<float>(dash) / kDashes;
        const Vec2 begin = at + direction(from) * radius;
        const Vec2 end = at + direction(from + kTurn / kDashes / 2) * radius;
        list.line(begin, end, width * 2.5F, rgb(0x000000, 110));
        list.line(begin, end, width, map_ink::kGhost);
    }
}

void draw_name(const SceneInput& input, DrawList& list, ItemKey key, Vec2 above) {
    const Schema& schema = *input.ghosts.schema;
    std::string label;
    if (input.options.names)
        label = clean_text(item_name(schema, input.ghosts.frame->snapshot, key));
    if (input.options.ids)
        label += concat(label.empty() ? "" : "  ", schema[key.type].name, ' ', key.entity);
    const float size = std::round(14 * input.options.ui_scale);
    if (!label.empty())
        input.font.draw_centred(list, above - Vec2{0, size * 1.2F}, size, map_ink::kGhost, label);
}

}  // namespace

void draw_ghosts(const SceneInput& input, Scene& scene) {
    SceneInput apart{*input.ghosts.schema, input.textures, input.font};
    apart.frame = input.ghosts.frame;
    apart.previous = input.ghosts.previous;
    apart.k = input.k;
    apart.ticks_per_second = input.ticks_per_second;
    apart.camera = input.camera;
    apart.options = input.options;
    apart.options.effects = apart.options.trails = apart.options.hud = false;
    apart.options.names = apart.options.ids = false;  // not pale: draw_name()
    apart.selected = input.selected;
    apart.art = input.art;
    const std::size_t drawn = scene.list.vertices().size();
    const std::size_t picks = scene.picks.size();
    draw_points(apart, scene);
    if (input.art != nullptr) input.art->draw_things(apart, scene);
    scene.list.tint(drawn, kPale);
    const float ui = input.options.ui_scale;
    for (std::size_t i = picks; i < scene.picks.size(); ++i) {
        Pick& pick = scene.picks[i];
        pick.ghost = true;
        const float radius = std::max(pick.radius * input.camera.scale, 4 * ui) + 2 * ui;
        const Vec2 at = input.camera.to_screen(pick.position);
        draw_dashes(scene.list, at, radius, 1.5F * ui);
        draw_name(input, scene.list, pick.key, at - Vec2{0, radius});
    }
}

Box hud_room(const SceneInput& input) {
    Box room = input.hud_room.empty() ? input.camera.viewport : input.hud_room;
    if (!input.legend.empty())
        room.y0 +=
            std::round(10 * input.options.ui_scale) +
            std::round(22 * input.options.ui_scale) * static_cast<float>(input.legend.size());
    return room;
}

void draw_legend(const SceneInput& input, DrawList& list) {
    if (input.legend.empty()) return;
    const float ui = input.options.ui_scale;
    const float size = std::round(14 * ui);
    const float row = std::round(22 * ui);
    const float pad = std::round(6 * ui);
    const Box room = grown(input.hud_room.empty() ? input.camera.viewport : input.hud_room,
                           -std::round(10 * ui));
    float y = room.y0;
    for (const std::string& line : input.legend) {
        const std::string text = input.font.fitted(clean_text(line), size, room.width() - 2 * pad);
        const float wide = std::round(input.font.width(text, size)) + 2 * pad;
        list.rounded_rect({room.x0, y, room.x0 + wide, y + row - std::round(2 * ui)}, 4 * ui,
                          map_ink::kPlate);
        input.font.draw(list, {room.x0 + pad, y + std::round(2 * ui)}, size, map_ink::kGhost, text);
        y += row;
    }
}

}  // namespace tickreel
