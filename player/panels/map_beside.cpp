// What the map shows of match files: the fog, and a second view in its right half.
#include <cmath>

#include "player/draw/art.h"
#include "player/panels/map_panel.h"
#include "player/state/beside_view.h"
#include "player/state/match_legend.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"

namespace tickreel {

void MapPanel::add_fog(const PanelContext& context, const MatchViews& match, SceneInput& input) {
    if (!context.view.fog || match.is_union() || input.frame == nullptr) return;
    input.fog = sent_area(input);
    input.legend.push_back(fog_legend(input.fog->known(), input.fog->words));
}

SceneInput MapPanel::beside_input(const PanelContext& context, const Camera& camera) const {
    const BesideView& beside = context.beside;
    SceneInput input{context.session.match()->schema(), context.textures, context.font};
    const bool mixed = context.view.interpolate && beside.share() && beside.next() != nullptr;
    input.frame = mixed ? beside.next() : beside.current();
    input.previous = mixed ? beside.current() : nullptr;
    input.k = mixed ? static_cast<float>(*beside.share()) : 1;
    const auto frames = beside.with_current();
    input.recent = mixed || frames.empty() ? frames : frames.first(frames.size() - 1);
    input.ticks_per_second = context.playback.ticks_per_second();
    input.missing = {beside.missing(), beside.ticks_into_hole()};
    input.camera = camera;
    input.options = scene_options(context);
    input.options.hud = false;  // kills and chat are those of the first view
    input.selected = context.selection.selected();
    input.hovered = hovered_;
    input.hud_room = camera.viewport;
    input.hud_room.y0 += context.look.px(76);
    input.art = context.art;
    input.other_view = true;
    if (beside.match() == nullptr || input.frame == nullptr) {
        input.legend = {beside.match() != nullptr ? match_legend(*beside.match(), false, "").front()
                                                  : "second view",
                        beside.trouble()};
        return input;
    }
    input.legend = match_legend(*beside.match(), context.view.ghosts, "");
    input.ghosts = {&beside.match()->schema(), mixed ? beside.next_ghosts() : beside.ghosts(),
                    mixed ? beside.ghosts() : nullptr};
    if (context.art != nullptr) context.art->evolve(input, true);
    add_fog(context, *beside.match(), input);
    return input;
}

void MapPanel::draw_beside(const PanelContext& context, Camera camera, const Box& half) {
    camera.viewport = beside_box_ = half;
    build_scene(beside_input(context, camera), beside_);
    scene_.list.append(beside_.list);
    const float wide = std::round(context.look.px(2));
    DrawList border(grown(half, wide));
    border.rect({half.x0 - wide, half.y0, half.x0 + wide, half.y1}, rgb(0x0d1016));
    scene_.list.append(border);
}

}  // namespace tickreel
