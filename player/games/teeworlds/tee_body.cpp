#include "player/games/teeworlds/tee_body.h"

#include <array>

namespace tickreel::teeworlds_art {

namespace {

constexpr float kTeeSize = 64;    // units: the drawn size of a skin
constexpr float kRadius = 22.5F;  // of a body drawn as shapes
constexpr Color kTeeOutline = rgb(0x14100c);
enum Emote { kNormal, kPain, kHappy, kSurprise, kAngry, kBlink };

constexpr SkinPartCells kBody{{0, 0, 3, 3}, {3, 0, 3, 3}};
constexpr SkinPartCells kFootPart{{6, 1, 2, 1}, {6, 2, 2, 1}};

SpriteCells eye_cells(int emote) {
    switch (emote) {
        case kPain:
            return {4, 3, 1, 1};
        case kHappy:
            return {5, 3, 1, 1};
        case kSurprise:
            return {7, 3, 1, 1};
        case kAngry:
            return {3, 3, 1, 1};
        default:
            return {2, 3, 1, 1};
    }
}

TeeColors shown_colors(const Tee& tee) {
    TeeColors colors = tee.colors;
    if (tee.frozen) {
        colors.body = mix(colors.body, rgb(0x9cc4ff), 0.6F);
        colors.feet = mix(colors.feet, rgb(0x9cc4ff), 0.6F);
    }
    if ((tee.jumped & 2) != 0)  // the second jump is used up
        colors.feet = mix(colors.feet, rgb(0x000000), 0.5F);
    return colors;
}

// The position of an eye relative to the body's centre: eyes look in the aim direction.
Vec2 eye_offset(const Tee& tee, float side) {
    const float apart = 0.075F - 0.010F * std::abs(tee.aim.x);
    return {(tee.aim.x * 0.125F + side * apart) * kTeeSize,
            (-0.05F + tee.aim.y * 0.10F) * kTeeSize};
}

void draw_skin(const Stage& stage, const Tee& tee, const TeePose& pose, Skin& skin) {
    Sheet& sheet = skin.sheet(tee.custom_color || tee.frozen);
    TextureStore& textures = stage.input.textures;
    TeeColors colors = shown_colors(tee);
    if (!tee.custom_color && !tee.frozen) {
        const bool tired = (tee.jumped & 2) != 0;
        colors = {Color{}, tired ? rgb(0x808080) : Color{}};
    }
    const float size = stage.pixels(kTeeSize);
    const auto foot = [&](const FootPose& at, bool outline) {
        sheet.draw(stage.list(), textures, outline ? kFootPart.outline : kFootPart.fill,
                   stage.screen(tee.position + at.offset), {size, size / 2}, at.angle, colors.feet);
    };
    const Vec2 body = tee.position + pose.body;
    for (const bool outline : {true, false}) {
        foot(pose.back, outline);
        sheet.draw(stage.list(), textures, outline ? kBody.outline : kBody.fill, stage.screen(body),
                   {size, size}, 0, colors.body);
        if (!outline) {
            const float eye = size * 0.40F;
            const float height = tee.emote == kBlink ? size * 0.15F : eye;
            for (const float side : {-1.0F, 1.0F}) {
                sheet.draw(stage.list(), textures, eye_cells(tee.emote),
                           stage.screen(body + eye_offset(tee, side)),
                           {side < 0 ? eye : -eye, height}, 0, colors.body);
            }
        }
        foot(pose.front, outline);
    }
}

void draw_foot(const Stage& stage, const Tee& tee, const FootPose& foot, Color color,
               bool outline) {
    const Vec2 radii{stage.pixels(13), stage.pixels(7)};
    const Vec2 at = stage.screen(tee.position + foot.offset + Vec2{0, 4});
    if (outline) {
        const float rim = std::max(stage.pixels(2.2F), 0.8F);
        stage.list().ellipse(at, {radii.x + rim, radii.y + rim}, foot.angle, kTeeOutline);
    } else {
        stage.list().ellipse(at, radii, foot.angle, color);
    }
}

void draw_eyes(const Stage& stage, const Tee& tee, Vec2 body) {
    const float unit = stage.pixels(1);
    for (const float side : {-1.0F, 1.0F}) {
        const Vec2 at = stage.screen(body + eye_offset(tee, side * 1.35F));
        switch (tee.emote) {
            case kBlink:
                stage.list().ellipse(at, {3.6F * unit, 1.3F * unit}, 0, kTeeOutline);
                break;
            case kPain:
            case kAngry: {
                const float tilt = (tee.emote == kAngry ? 0.5F : -0.5F) * -side;
                stage.list().ellipse(at, {4.4F * unit, 2.6F * unit}, tilt, kTeeOutline);
                break;
            }
            case kSurprise:
                stage.list().circle(at, 5.6F * unit, kTeeOutline);
                stage.list().circle(at, 2.4F * unit, rgb(0xffffff, 220));
                break;
            default:
                stage.list().ellipse(at, {3.5F * unit, (tee.emote == kHappy ? 4.4F : 6) * unit}, 0,
                                     kTeeOutline);
                stage.list().circle(at + Vec2{-0.9F, -2.4F} * unit, 1.3F * unit,
                                    rgb(0xffffff, 230));
                break;
        }
    }
}

void draw_shapes(const Stage& stage, const Tee& tee, const TeePose& pose) {
    const TeeColors colors = shown_colors(tee);
    const Vec2 body = tee.position + pose.body;
    const Vec2 at = stage.screen(body);
    const float radius = stage.pixels(kRadius);
    const float rim = std::max(stage.pixels(2.4F), 0.8F);
    draw_foot(stage, tee, pose.back, colors.feet, true);
    stage.list().circle(at, radius + rim, kTeeOutline);
    draw_foot(stage, tee, pose.front, colors.feet, true);
    draw_foot(stage, tee, pose.back, mix(colors.feet, kTeeOutline, 0.25F), false);
    // Shaded as if lit from above: a darker rim, the colour, a paler cap.
    stage.list().circle(at, radius, mix(colors.body, kTeeOutline, 0.28F));
    stage.list().circle(at + Vec2{-0.05F, -0.08F} * radius, radius * 0.91F, colors.body);
    stage.list().ellipse(at + Vec2{-0.22F, -0.48F} * radius, {radius * 0.52F, radius * 0.30F},
                         -0.35F, mix(colors.body, rgb(0xffffff), 0.34F));
    draw_eyes(stage, tee, body);
    draw_foot(stage, tee, pose.front, colors.feet, false);
}

}  // namespace

void draw_tee_body(const Stage& stage, const Tee& tee) {
    constexpr float kDotPixels = 4;  // smaller players are drawn as dots
    const float radius = stage.pixels(kRadius);
    if (radius < kDotPixels) {
        const Vec2 at = stage.screen(tee.position);
        stage.list().circle(at, std::max(radius, 2.5F) + 1, kTeeOutline);
        stage.list().circle(at, std::max(radius, 2.5F), tee.colors.body);
        return;
    }
    const TeePose pose = tee_pose(tee);
    if (draw_tee_parts(stage, tee, pose)) return;
    Skin& skin = stage.sprites.skin(tee.skin);
    if (skin.empty())
        draw_shapes(stage, tee, pose);
    else
        draw_skin(stage, tee, pose, skin);
}

}  // namespace tickreel::teeworlds_art
