// Draws a 0.7 player from the pictures of six parts.

#include "player/games/teeworlds/tee_body.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kSize = 64;  // units
constexpr SpriteCells kWhole{0, 0, 1, 1};
constexpr SpriteCells kSecond{1, 0, 1, 1};  // next to the first: the fill, or the outline
constexpr SpriteCells kShadow{0, 1, 1, 1};
constexpr SpriteCells kUpperOutline{1, 1, 1, 1};

SpriteCells eyes_cells(int emote) {
    switch (emote) {
        case 1:  // pain
            return {0, 1, 1, 1};
        case 2:  // happy
            return {1, 1, 1, 1};
        case 3:  // surprise
            return {0, 2, 1, 1};
        case 4:  // angry
            return {1, 0, 1, 1};
        default:
            return {0, 0, 1, 1};
    }
}

class Painter {
public:
    Painter(const Stage& stage, const Tee& tee, const TeePose& pose)
        : stage_(stage), tee_(tee), pose_(pose), body_(stage.screen(tee.position + pose.body)) {}

    void draw() {
        foot(pose_.back, true);
        part(SkinPart::Decoration, kSecond);
        outline_of_body();
        foot(pose_.front, true);
        foot(pose_.back, false);
        part(SkinPart::Decoration, kWhole);
        part(SkinPart::Body, kSecond);
        part(SkinPart::Marking, kWhole);
        shade(kShadow);
        shade(kUpperOutline);
        eyes();
        foot(pose_.front, false);
    }

private:
    const PartLook& look(SkinPart which) const { return tee_.parts->part(which); }
    Sheet& sheet(SkinPart which, bool plain = false) const {
        Skin& skin = stage_.sprites.part(which, look(which).name);
        return skin.sheet(look(which).tinted && !plain);
    }
    Color tint(SkinPart which) const {
        Color color = look(which).tinted ? look(which).color : Color{};
        if (tee_.frozen) color = {mix(color, rgb(0x9cc4ff), 0.6F)};
        return color;
    }
    void put(Sheet& from, const SpriteCells& cells, Vec2 at, Vec2 size, Color color,
             float angle = 0) const {
        if (!from.empty())
            from.draw(stage_.list(), stage_.input.textures, cells, at, size, angle, color);
    }
    Vec2 whole() const { return {stage_.pixels(kSize), stage_.pixels(kSize)}; }

    void part(SkinPart which, const SpriteCells& cells) const {
        put(sheet(which), cells, body_, whole(), tint(which));
    }
    void outline_of_body() const {
        put(sheet(SkinPart::Body, true), kWhole, body_, whole(), Color{});
    }
    void shade(const SpriteCells& cells) const {
        put(sheet(SkinPart::Body, true), cells, body_, whole(), Color{});
    }
    void eyes() const {
        const float size = stage_.pixels(kSize * 0.60F);
        const float height = tee_.emote == 5 ? stage_.pixels(kSize * 0.15F) / 2 : size / 2;
        const Vec2 offset{tee_.aim.x * 0.125F, -0.05F + tee_.aim.y * 0.10F};
        put(sheet(SkinPart::Eyes), eyes_cells(tee_.emote), body_ + offset * stage_.pixels(kSize),
            {size, height}, tint(SkinPart::Eyes));
    }
    void foot(const FootPose& at, bool outline) const {
        constexpr float kShare = 1 / 2.1F;
        const Vec2 size = whole() * kShare;
        Color color = outline ? Color{} : tint(SkinPart::Feet);
        if (!outline && (tee_.jumped & 2) != 0)  // the second jump is used up
            color = multiply(color, rgb(0x808080));
        put(sheet(SkinPart::Feet, outline), outline ? kSecond : kWhole,
            stage_.screen(tee_.position + at.offset), size, color, at.angle);
    }

    const Stage& stage_;
    const Tee& tee_;
    const TeePose& pose_;
    Vec2 body_;
};

}  // namespace

bool draw_tee_parts(const Stage& stage, const Tee& tee, const TeePose& pose) {
    if (!tee.parts ||
        stage.sprites.part(SkinPart::Body, tee.parts->part(SkinPart::Body).name).empty())
        return false;
    Painter(stage, tee, pose).draw();
    return true;
}

}  // namespace tickreel::teeworlds_art
