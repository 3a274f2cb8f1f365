#include <array>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"
#include "player/games/teeworlds/switches.h"

namespace tickreel::teeworlds_art {

namespace {

enum Weapon { kHammer, kGun, kShotgun, kGrenade };

constexpr int kLegacyExplosive = 0x1000;  // before DDNetProjectile

struct Shot {
    Vec2 start{};
    Vec2 direction{};
    int weapon = 0;
    int start_tick = 0;
    int zone = 0;  // of the map's tune zones
    int switch_number = 0;
    bool explosive = false;
    Flight flight{};
};

Vec2 place_of(const Shot& shot, double seconds) {
    const auto way = static_cast<float>(seconds) * shot.flight.speed;
    return shot.start + shot.direction * way + Vec2{0, shot.flight.curvature / 10000 * way * way};
}

Flight flight_of(const Stage& stage, const Shot& shot) {
    const auto zone = stage.zones.find(shot.zone);
    const Tuning& tuning = zone != stage.zones.end() ? zone->second : stage.world.tuning;
    return tuning.flight(shot.weapon);
}

// From an angle in millionths of a radian, 0: up.
Vec2 direction_of_angle(int millionths) {
    const float angle = static_cast<float>(millionths) / 1e6F;
    return {std::sin(-angle), std::cos(-angle)};
}

Shot plain_shot(const Items& items, Row row) {
    constexpr int kDdnetMark = 0x200;  // in vel_y: the fields have a different meaning
    const int vel_y = items.number(row, "vel_y");
    Shot shot;
    shot.weapon = items.number(row, "type");
    shot.start_tick = items.number(row, "start_tick");
    if (vel_y >= 0 && (vel_y & kDdnetMark) != 0) {
        shot.start = items.point(row) * 0.01F;
        shot.direction = direction_of_angle(items.number(row, "vel_x"));
        shot.explosive = (vel_y & kLegacyExplosive) != 0;
        return shot;
    }
    shot.start = items.point(row);
    shot.direction =
        Vec2{static_cast<float>(items.number(row, "vel_x")), static_cast<float>(vel_y)} * 0.01F;
    return shot;
}

Shot ddnet_shot(const Items& items, Row row) {
    constexpr int kExplosive = 4;
    constexpr int kNormalise = 16;
    Shot shot;
    shot.zone = items.number(row, "tune_zone");
    shot.switch_number = items.number(row, "switch_number");
    shot.explosive = (items.number(row, "flags") & kExplosive) != 0;
    shot.weapon = items.number(row, "type");
    shot.start_tick = items.number(row, "start_tick");
    shot.start = items.point(row) * 0.01F;
    const Vec2 velocity{static_cast<float>(items.number(row, "vel_x")),
                        static_cast<float>(items.number(row, "vel_y"))};
    shot.direction =
        (items.number(row, "flags") & kNormalise) != 0 ? normalised(velocity) : velocity * 1e-6F;
    return shot;
}

Shot ddrace_shot(const Items& items, Row row) {
    Shot shot;
    shot.explosive = (items.number(row, "data") & kLegacyExplosive) != 0;
    shot.weapon = items.number(row, "type");
    shot.start_tick = items.number(row, "start_tick");
    shot.start = items.point(row) * 0.01F;
    shot.direction = direction_of_angle(items.number(row, "angle"));
    return shot;
}

void draw_trace(const Stage& stage, const Shot& shot, double seconds) {
    constexpr int kSteps = 6;
    constexpr double kTrail = 0.09;  // seconds
    const Color color = shot.weapon == kGrenade ? rgb(0xb8c2cc) : rgb(0xffd27a);
    Vec2 last = stage.screen(place_of(shot, seconds));
    for (int i = 1; i <= kSteps; ++i) {
        const double at = seconds - kTrail * i / kSteps;
        if (at < 0) return;
        const Vec2 next = stage.screen(place_of(shot, at));
        const float from = 0.6F * (1 - static_cast<float>(i - 1) / kSteps);
        const float to = 0.6F * (1 - static_cast<float>(i) / kSteps);
        stage.list().line(last, next, std::max(stage.pixels(6), 1.0F), faded(color, from),
                          faded(color, to));
        last = next;
    }
}

void draw_shot(const Stage& stage, const Switches& switches, Shot shot, ItemKey key) {
    if (const auto extra = switches.extra(key.entity); extra && shot.switch_number == 0)
        shot.switch_number = extra->switch_number;
    if (switches.blinked_out(shot.switch_number, shot.explosive ? 6 : 20, 2)) return;
    shot.flight = flight_of(stage, shot);
    const double seconds =
        (stage.world.tick - shot.start_tick) / std::max(stage.input.ticks_per_second, 1.0);
    if (seconds < 0 || seconds > 60) return;
    const Vec2 place = place_of(shot, seconds);
    if (stage.hidden(place, 200)) return;
    draw_trace(stage, shot, seconds);
    const Vec2 ahead = place_of(shot, seconds + 0.01) - place;
    const float angle = shot.weapon == kGrenade
                            ? static_cast<float>(std::fmod(stage.seconds(), 0.5)) * 12.566F
                            : std::atan2(ahead.y, ahead.x);
    Sheet& sheet = stage.sprites.game();
    const Vec2 at = stage.screen(place);
    const float size = stage.pixels(32);
    if (!sheet.empty() && size >= 4) {
        const int row = shot.weapon == kShotgun ? 6 : shot.weapon == kGrenade ? 8 : 4;
        const int column = shot.weapon == kGun || shot.weapon < kGun ? 6 : 10;
        sheet.draw(stage.list(), stage.input.textures, {column, row, 2, 2}, at, {size, size},
                   angle);
    } else {
        const float radius = std::max(stage.pixels(shot.weapon == kGrenade ? 9.0F : 5.0F), 1.5F);
        stage.list().circle(at, radius + std::max(stage.pixels(2), 0.7F), rgb(0x14100c));
        stage.list().circle(at, radius, shot.weapon == kGrenade ? rgb(0x7fa04f) : rgb(0xffe08a));
        stage.list().circle(at - Vec2{radius, radius} * 0.3F, radius * 0.35F, rgb(0xffffff, 190));
    }
    stage.scene.picks.push_back({key, place, 14, "projectile"});
}

}  // namespace

void draw_projectiles(const Stage& stage, const Switches& switches) {
    const Snapshot& snapshot = stage.input.frame->snapshot;
    const Items plain(stage.input.schema, "Projectile");
    plain.each(snapshot, [&](EntityId entity, Row row) {
        draw_shot(stage, switches, plain_shot(plain, row), plain.key(entity));
    });
    const Items ddnet(stage.input.schema, "DDNetProjectile");
    ddnet.each(snapshot, [&](EntityId entity, Row row) {
        draw_shot(stage, switches, ddnet_shot(ddnet, row), ddnet.key(entity));
    });
    const Items ddrace(stage.input.schema, "DDRaceProjectile");
    ddrace.each(snapshot, [&](EntityId entity, Row row) {
        draw_shot(stage, switches, ddrace_shot(ddrace, row), ddrace.key(entity));
    });
}

}  // namespace tickreel::teeworlds_art
