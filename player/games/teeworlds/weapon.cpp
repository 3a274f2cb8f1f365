#include <array>
#include <numbers>
#include <vector>

#include "player/games/teeworlds/tee_body.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr Color kOutline = rgb(0x14100c);
enum Weapon { kHammer, kGun, kShotgun, kGrenade, kLaser, kNinja, kWeapons };

// A weapon's position in the hand and in game.png.
struct WeaponFacts {
    SpriteCells cells{};
    float size = 64;
    Vec2 offset{};
};
constexpr std::array<WeaponFacts, kWeapons> kFacts{{
    {{2, 1, 4, 3}, 96, {4, -20}},
    {{2, 4, 4, 2}, 64, {32, 4}},
    {{2, 6, 8, 2}, 96, {24, -2}},
    {{2, 8, 7, 2}, 96, {24, -2}},
    {{2, 12, 7, 3}, 92, {24, -2}},
    {{2, 10, 8, 2}, 96, {0, 0}},
}};

// A bar of a weapon drawn as shapes: along and across the barrel, from the centre, in units.
struct Bar {
    Box box{};
    Color color{};
};

std::vector<Bar> bars_of(int weapon) {
    switch (weapon) {
        case kHammer:
            return {{{-16, -2.5F, 16, 2.5F}, rgb(0x8a5a33)}, {{12, -11, 24, 11}, rgb(0xb9c0c9)}};
        case kGun:
            return {{{-12, 1, -4, 11}, rgb(0x5c4a3a)}, {{-14, -6, 16, 3}, rgb(0x8f99a6)}};
        case kShotgun:
            return {{{-34, -4, -12, 7}, rgb(0x7a4a2a)}, {{-14, -6, 34, 2}, rgb(0x77808c)}};
        case kGrenade:
            return {{{-30, -4, -10, 7}, rgb(0x4a5a3a)}, {{-12, -8, 30, 6}, rgb(0x6f8a4f)}};
        case kLaser:
            return {{{-28, -5, 14, 7}, rgb(0x7d6fb0)}, {{10, -3, 32, 3}, rgb(0xa9c8ff)}};
        case kNinja:
            return {{{-34, -2.5F, -18, 2.5F}, rgb(0x30343c)}, {{-18, -3, 36, 2}, rgb(0xd8dee6)}};
        default:
            return {};
    }
}

struct Grip {
    Vec2 centre{};
    float angle = 0;
    bool mirrored = false;
};

float swing(double age) {  // of the hammer, in turns, over 0.2 s
    constexpr double kTicks = 10;
    if (age < 0 || age > kTicks) return 0;
    const auto k = static_cast<float>(age / kTicks);
    return k < 0.5F ? -0.10F + 0.8F * k : 0.30F - 0.8F * (k - 0.5F);
}

Grip grip_of(const Tee& tee, int weapon) {
    const WeaponFacts& facts = kFacts[static_cast<std::size_t>(weapon)];
    const bool left = tee.aim.x < 0;
    const float side = left ? -1.0F : 1.0F;
    if (weapon == kHammer || weapon == kNinja) {
        const float turn = swing(tee.attack_age) * 2 * kPi;
        const Vec2 offset = weapon == kHammer ? Vec2{left ? -4.0F : 4.0F, -20} : Vec2{side * 6, 0};
        return {tee.position + offset,
                -kPi / 2 + side * turn + (weapon == kHammer ? side * 0.5F : 0), left};
    }
    float recoil = 0;
    if (tee.attack_age >= 0 && tee.attack_age < 5)
        recoil = std::sin(kPi * static_cast<float>(tee.attack_age) / 5);
    return {tee.position + tee.aim * (facts.offset.x - 10 * recoil) + Vec2{0, facts.offset.y},
            std::atan2(tee.aim.y, tee.aim.x), left};
}

void draw_bars(const Stage& stage, const Grip& grip, int weapon) {
    const float flip = grip.mirrored ? -1.0F : 1.0F;
    const auto corners = [&](const Box& box) {
        const auto at = [&](float x, float y) {
            return stage.screen(grip.centre + rotated({x, y * flip}, grip.angle));
        };
        return std::array<Vec2, 4>{at(box.x0, box.y0), at(box.x1, box.y0), at(box.x1, box.y1),
                                   at(box.x0, box.y1)};
    };
    const std::vector<Bar> bars = bars_of(weapon);
    for (const Bar& bar : bars) stage.list().polygon(corners(grown(bar.box, 2.2F)), kOutline);
    for (const Bar& bar : bars) {
        stage.list().polygon(corners(bar.box), bar.color);
        const Box shine{bar.box.x0 + 1, bar.box.y0 + 0.5F, bar.box.x1 - 1, bar.box.y0 + 2};
        stage.list().polygon(corners(shine), rgb(0xffffff, 70));
    }
}

// One of the weapon's three muzzle flashes, selected by the tick of the shot.
void draw_muzzle_picture(const Stage& stage, const Tee& tee, const Grip& grip, Sheet& sheet) {
    const bool gun = tee.weapon == kGun;
    const auto shot = static_cast<std::int64_t>(stage.world.tick - tee.attack_age);
    const int which = static_cast<int>(((shot % 3) + 3) % 3);
    const SpriteCells cells{(gun ? 8 : 12) + 4 * which, gun ? 4 : 6, 4, 2};
    const float flip = grip.mirrored ? -1.0F : 1.0F;
    const Vec2 place =
        grip.centre + tee.aim * (gun ? 58.9F : 83.3F) + Vec2{-tee.aim.y, tee.aim.x} * (-6 * flip);
    Vec2 size = sprite_size(cells, stage.pixels(96));
    size.y *= flip;
    sheet.draw(stage.list(), stage.input.textures, cells, stage.screen(place), size, grip.angle);
}

void draw_muzzle(const Stage& stage, const Tee& tee, const Grip& grip, Sheet& sheet) {
    constexpr double kTicks = 8;
    const bool flashes = tee.weapon == kGun || tee.weapon == kShotgun;
    if (!flashes || tee.attack_age < 0 || tee.attack_age > kTicks) return;
    if (!sheet.empty()) return draw_muzzle_picture(stage, tee, grip, sheet);
    const float glow = 1 - static_cast<float>(tee.attack_age / kTicks);
    const Vec2 tip = grip.centre + tee.aim * (tee.weapon == kGun ? 26.0F : 44.0F);
    stage.list().circle(stage.screen(tip), stage.pixels(12 * glow), rgb(0xffb347, 170));
    stage.list().circle(stage.screen(tip), stage.pixels(7 * glow), rgb(0xfff1b8));
}

void draw_hand(const Stage& stage, const Tee& tee, const Grip& grip) {
    switch (tee.weapon) {
        case kGun:
            return draw_tee_hand(stage, tee, {grip.centre, tee.aim, -0.375F, {-15, 4}});
        case kShotgun:
            return draw_tee_hand(stage, tee, {grip.centre, tee.aim, -0.25F, {-5, 4}});
        case kGrenade:
            return draw_tee_hand(stage, tee, {grip.centre, tee.aim, -0.25F, {-4, 7}});
        default:
            return;
    }
}

}  // namespace

void draw_weapon(const Stage& stage, const Tee& tee) {
    if (tee.weapon < 0 || tee.weapon >= kWeapons || tee.frozen) return;
    constexpr float kSmallest = 0.12F;  // pixels per unit
    if (stage.input.camera.scale < kSmallest) return;
    const Grip grip = grip_of(tee, tee.weapon);
    const WeaponFacts& facts = kFacts[static_cast<std::size_t>(tee.weapon)];
    Sheet& sheet = stage.sprites.game();
    if (sheet.empty()) {
        draw_bars(stage, grip, tee.weapon);
    } else {
        Vec2 size = sprite_size(facts.cells, stage.pixels(facts.size));
        size.y = grip.mirrored ? -size.y : size.y;
        sheet.draw(stage.list(), stage.input.textures, facts.cells, stage.screen(grip.centre), size,
                   grip.angle);
    }
    draw_muzzle(stage, tee, grip, sheet);
    draw_hand(stage, tee, grip);
}

}  // namespace tickreel::teeworlds_art
