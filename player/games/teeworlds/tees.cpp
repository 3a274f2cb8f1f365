#include <array>

#include "player/draw/points.h"
#include "player/games/teeworlds/stage.h"
#include "player/games/teeworlds/tee_body.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kReach = 28;  // units: radius for clicking

void draw_chain(const Stage& stage, Vec2 from, Vec2 to) {
    constexpr SpriteCells kChain{2, 0, 1, 1};
    constexpr SpriteCells kHead{3, 0, 2, 1};
    const Vec2 way = to - from;
    const Vec2 along = normalised(way);
    const float angle = std::atan2(way.y, way.x);
    Sheet& sheet = stage.sprites.game();
    if (!sheet.empty() && stage.pixels(16) >= 3) {
        const Vec2 size{stage.pixels(24), stage.pixels(16)};
        for (float at = 24; at < length(way) && at < 4000; at += 24) {
            sheet.draw(stage.list(), stage.input.textures, kChain, stage.screen(to - along * at),
                       size, angle);
        }
        sheet.draw(stage.list(), stage.input.textures, kHead, stage.screen(to), size, angle);
        return;
    }
    const float width = std::max(stage.pixels(4.5F), 1.2F);
    stage.list().line(stage.screen(from), stage.screen(to), width + 2, rgb(0x14100c));
    stage.list().line(stage.screen(from), stage.screen(to), width, rgb(0xc9ced6));
    // A hook with two prongs.
    for (const float side : {-1.0F, 1.0F}) {
        const Vec2 prong = to - along * 10 + rotated(along, side * 1.5708F) * 9;
        stage.list().line(stage.screen(to + along * 2), stage.screen(prong), width + 2,
                          rgb(0x14100c));
        stage.list().line(stage.screen(to + along * 2), stage.screen(prong), width, rgb(0xe6e9ee));
    }
}

void draw_aim(const Stage& stage, const Tee& tee) {
    const Vec2 from = stage.screen(tee.position);
    stage.list().ring(from, stage.pixels(14), 1.5F, rgb(0x7fffd4));  // the size of a player
    stage.list().line(from, stage.screen(tee.position + tee.aim * 80), 1.5F, rgb(0x7fffd4, 200),
                      rgb(0x7fffd4, 0));
}

}  // namespace

void draw_hooks(const Stage& stage) {
    for (const Tee& tee : stage.world.tees) {
        if (tee.hook_state > 0 &&
            !(stage.hidden(tee.position, 900) && stage.hidden(tee.hook, 900))) {
            draw_chain(stage, tee.position, tee.hook);
            draw_tee_hand(stage, tee,
                          {tee.position, normalised(tee.hook - tee.position), -0.25F, {20, 0}});
        }
    }
}

void draw_tees(const Stage& stage) {
    const auto draw = [&](const Tee& tee) {
        if (stage.hidden(tee.position, 100)) return;
        if (stage.input.options.trails)
            draw_trail(stage.input, stage.scene, tee.key, tee.colors.body);
        draw_weapon(stage, tee);
        draw_tee_body(stage, tee);
        if (stage.input.options.hitboxes) draw_aim(stage, tee);
        stage.scene.picks.push_back({tee.key, tee.position, kReach, tee.name});
    };
    // The selected player is drawn last, above the others.
    for (const Tee& tee : stage.world.tees)
        if (tee.key != stage.input.selected) draw(tee);
    for (const Tee& tee : stage.world.tees)
        if (tee.key == stage.input.selected) draw(tee);
}

}  // namespace tickreel::teeworlds_art
