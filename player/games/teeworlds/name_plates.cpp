#include <fmt/format.h>

#include "player/draw/map_inks.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kSmallestScale = 0.22F;  // pixels per unit; below it names would cover the game

void draw_bar(const Stage& stage, Vec2 middle, float width, float share, Color color) {
    const float height = std::max(3.0F, stage.pixels(5));
    const Box box = box_around(middle, width / 2, height / 2);
    stage.list().rect(grown(box, 1), rgb(0x000000, 150));
    stage.list().rect(
        {box.x0, box.y0, box.x0 + box.width() * std::clamp(share, 0.0F, 1.0F), box.y1}, color);
}

// Moves overlapping names up until there is room.
class Rows {
public:
    Vec2 place(Vec2 top_middle, float width, float height) {
        Box box{top_middle.x - width / 2, top_middle.y, top_middle.x + width / 2,
                top_middle.y + height};
        constexpr int kTries = 6;
        for (int i = 0; i < kTries && covered(box); ++i) {
            box.y0 -= height * 0.9F;
            box.y1 -= height * 0.9F;
        }
        taken_.push_back(box);
        return {top_middle.x, box.y0};
    }

private:
    bool covered(const Box& box) const {
        for (const Box& other : taken_)
            if (!intersection(grown(box, -1), other).empty()) return true;
        return false;
    }

    std::vector<Box> taken_;
};

void draw_plate(const Stage& stage, const Tee& tee, Rows& rows) {
    const float ui = stage.input.options.ui_scale;
    const bool chosen = tee.key == stage.input.selected;
    const float size = std::round(std::clamp(stage.pixels(26), 13 * ui, 30 * ui));
    Vec2 at = stage.screen(tee.position - Vec2{0, 34});
    at.y -= size;
    std::string name = tee.name;
    if (stage.input.options.ids) name = fmt::format("{} {}", tee.key.entity, name);
    const bool with_clan = !tee.clan.empty() && stage.pixels(26) > 16;
    const float small = with_clan ? std::round(size * 0.72F) : 0;
    at.y -= small;
    at = rows.place(at, stage.input.font.width(name, size), size + small);
    const Color ink = chosen ? map_ink::kChosen : map_ink::kText;
    stage.input.font.draw_centred(stage.list(), {at.x, at.y + small}, size, ink, name);
    if (with_clan) stage.input.font.draw_centred(stage.list(), at, small, map_ink::kClan, tee.clan);
}

}  // namespace

void draw_name_plates(const Stage& stage) {
    const bool wanted = stage.input.options.names && stage.input.camera.scale >= kSmallestScale;
    Rows rows;
    for (const Tee& tee : stage.world.tees) {
        const bool chosen = tee.key == stage.input.selected || tee.key == stage.input.hovered;
        if ((!wanted && !chosen) || stage.hidden(tee.position, 100)) continue;
        draw_plate(stage, tee, rows);
        if (chosen && tee.health >= 0) {
            constexpr float kFull = 10;
            const float width = std::max(stage.pixels(56), 24.0F);
            const Vec2 below = stage.screen(tee.position + Vec2{0, 38});
            draw_bar(stage, below, width, static_cast<float>(tee.health) / kFull, rgb(0xe84855));
            if (tee.armor > 0) {
                draw_bar(stage, below + Vec2{0, std::max(5.0F, stage.pixels(9))}, width,
                         static_cast<float>(tee.armor) / kFull, rgb(0xf2b84b));
            }
        }
    }
}

}  // namespace tickreel::teeworlds_art
