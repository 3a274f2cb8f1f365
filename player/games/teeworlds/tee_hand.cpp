// The hand on a weapon or on the hook's chain.

#include <numbers>

#include "player/games/teeworlds/tee_body.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr Color kOutline = rgb(0x14100c);
constexpr float kHalfTurn = std::numbers::pi_v<float>;

void draw_hand_sheet(const Stage& stage, Sheet& sheet, const SkinPartCells& cells, Vec2 at,
                     float size, float angle, Color color) {
    for (const SpriteCells& part : {cells.outline, cells.fill})
        sheet.draw(stage.list(), stage.input.textures, part, at, {size, size}, angle, color);
}

}  // namespace

void draw_tee_hand(const Stage& stage, const Tee& tee, const Hand& hand) {
    const float side = hand.along.x < 0 ? -1.0F : 1.0F;
    const Vec2 across = Vec2{-hand.along.y, hand.along.x} * side;
    const Vec2 place = hand.from + hand.along * (1 + hand.offset.x) + across * hand.offset.y;
    const float angle = std::atan2(hand.along.y, hand.along.x) + side * hand.turns * 2 * kHalfTurn;
    const Vec2 at = stage.screen(place);
    const Color frost = tee.frozen ? rgb(0x9cc4ff) : Color{};
    if (tee.parts) {
        const PartLook& look = tee.parts->part(SkinPart::Hands);
        Skin& skin = stage.sprites.part(SkinPart::Hands, look.name);
        if (!skin.empty()) {
            const Color color = look.tinted ? look.color : Color{};
            draw_hand_sheet(stage, skin.sheet(look.tinted), {{0, 0, 1, 1}, {1, 0, 1, 1}}, at,
                            stage.pixels(30), angle, multiply(color, frost));
            return;
        }
    }
    Skin& skin = stage.sprites.skin(tee.skin);
    if (!skin.empty()) {
        const Color color = tee.custom_color ? tee.colors.body : Color{};
        draw_hand_sheet(stage, skin.sheet(tee.custom_color), {{6, 0, 1, 1}, {7, 0, 1, 1}}, at,
                        stage.pixels(20), angle, multiply(color, frost));
        return;
    }
    stage.list().circle(at, stage.pixels(7.2F), kOutline);
    stage.list().circle(at, stage.pixels(5.2F), multiply(tee.colors.body, frost));
}

}  // namespace tickreel::teeworlds_art
