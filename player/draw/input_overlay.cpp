// The keys and the aim of a player over the picture: the same for every game.
#include <cmath>

#include "player/draw/map_inks.h"
#include "player/draw/scene.h"

namespace tickreel {

namespace {

// The row of keys: where the next one goes, and how they look.
class KeyRow {
public:
    KeyRow(const SceneInput& input, DrawList& list, Vec2 at, float side)
        : input_(input), list_(list), at_(at), side_(side) {}

    void arrow(Vec2 way, bool held) {
        const Box box = next(side_, held);
        const Vec2 centre = box.centre();
        const float reach = side_ * 0.28F;
        const Vec2 across{-way.y * reach, way.x * reach};
        const Vec2 tip = centre + way * reach;
        const Vec2 foot = centre - way * reach;
        list_.polygon({tip, foot + across, foot - across},
                      held ? map_ink::kOnPaper : map_ink::kSoft);
    }
    void word(const char* word, bool held) {
        const Box box = next(2 * side_, held);
        const float size = std::round(side_ * 0.6F);
        input_.font.draw_centred(list_, {box.centre().x, box.centre().y - size / 2}, size,
                                 held ? map_ink::kOnPaper : map_ink::kSoft, word, !held);
    }
    // Where the mouse is, seen from the player.
    void dial(float angle) {
        const Vec2 centre = next(side_, false).centre();
        const float reach = side_ * 0.4F;
        const float wide = std::max(2.0F, std::round(side_ / 12));
        list_.ring(centre, reach, wide / 2, map_ink::kSoft);
        list_.line(centre, centre + direction(angle) * reach, wide, map_ink::kChosen);
    }
    static float width(float side) { return 8 * side + 5 * gap(side); }

private:
    static float gap(float side) { return std::round(side / 6); }
    Box next(float wide, bool held) {
        const Box box{at_.x, at_.y, at_.x + wide, at_.y + side_};
        at_.x += wide + gap(side_);
        list_.rounded_rect(box, side_ / 6, held ? map_ink::kChosen : map_ink::kPlate);
        return box;
    }

    const SceneInput& input_;
    DrawList& list_;
    Vec2 at_;
    float side_;
};

}  // namespace

void draw_pressed(const SceneInput& input, DrawList& list) {
    if (!input.pressed) return;
    const float ui = input.options.ui_scale;
    const Box room = grown(hud_room(input), -std::round(10 * ui));
    const float side = std::round(24 * ui);
    const float size = std::round(14 * ui);
    const float wide = KeyRow::width(side);
    if (room.width() < wide || room.height() < 3 * side) return;
    const HeldInput& held = input.pressed->held;
    const float y = room.y1 - side;
    const std::string whose =
        input.font.fitted("inputs of " + clean_text(input.pressed->whose), size, room.width());
    input.font.draw_centred(list, {room.centre().x, y - size - std::round(4 * ui)}, size,
                            map_ink::kText, whose);
    KeyRow row(input, list, {std::round(room.centre().x - wide / 2), y}, side);
    row.arrow({-1, 0}, held.direction < 0);
    row.arrow({0, -1}, held.jump);
    row.arrow({1, 0}, held.direction > 0);
    row.word("hook", held.hook);
    row.word("fire", held.fire);
    row.dial(held.aim);
}

}  // namespace tickreel
