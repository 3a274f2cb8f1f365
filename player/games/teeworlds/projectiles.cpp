#include <array>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

namespace {

enum Weapon { kHammer, kGun, kShotgun, kGrenade, kLaser, kNinja };

struct Shot {
    Vec2 start{};
    Vec2 direction{};
    int weapon = 0;
    int start_tick = 0;
    int zone = 0;  // of the map's tune zones
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

Vec2 hundredths(const Items& items, Row row) {
    return Vec2{static_cast<float>(items.number(row, "x")),
                static_cast<float>(items.number(row, "y"))} *
           0.01F;
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
        shot.start = hundredths(items, row);
        shot.direction = direction_of_angle(items.number(row, "vel_x"));
        return shot;
    }
    shot.start = hundredths(items, row) * 100;
    shot.direction =
        Vec2{static_cast<float>(items.number(row, "vel_x")), static_cast<float>(vel_y)} * 0.01F;
    return shot;
}

Shot ddnet_shot(const Items& items, Row row) {
    constexpr int kNormalise = 16;
    Shot shot;
    shot.zone = items.number(row, "tune_zone");
    shot.weapon = items.number(row, "type");
    shot.start_tick = items.number(row, "start_tick");
    shot.start = hundredths(items, row);
    const Vec2 velocity{static_cast<float>(items.number(row, "vel_x")),
                        static_cast<float>(items.number(row, "vel_y"))};
    shot.direction =
        (items.number(row, "flags") & kNormalise) != 0 ? normalised(velocity) : velocity * 1e-6F;
    return shot;
}

Shot ddrace_shot(const Items& items, Row row) {
    Shot shot;
    shot.weapon = items.number(row, "type");
    shot.start_tick = items.number(row, "start_tick");
    shot.start = hundredths(items, row);
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

void draw_shot(const Stage& stage, Shot shot, ItemKey key) {
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

struct Beam {
    Vec2 from{};
    Vec2 to{};
    int start_tick = 0;
    int type = 0;
};

struct BeamColors {
    int outer = 0;
    int inner = 0;
};
constexpr std::array<BeamColors, 7> kBeamColors{{{11176233, 11206591},  // rifle
                                                 {1866773, 1467241},    // shotgun
                                                 {7667473, 7701379},    // door
                                                 {11613223, 12001153},  // freeze
                                                 {57618, 42398},        // dragger
                                                 {11613223, 12001153},  // gun
                                                 {11613223, 12001153}}};

void draw_beam(const Stage& stage, const Beam& beam, ItemKey key) {
    constexpr int kDoor = 2;
    const double fade = std::max(double{stage.world.tuning.laser_fade} / 1000, 0.001);
    const bool lasting = beam.type >= kDoor;
    const double age = (stage.world.tick - beam.start_tick) / stage.input.ticks_per_second;
    if (!lasting && age < 0) return;  // of the next snapshot
    const float k = lasting ? 0.35F : static_cast<float>(std::clamp(age / fade, 0.0, 1.0));
    if (k >= 1 || (stage.hidden(beam.from, 900) && stage.hidden(beam.to, 900))) return;
    const auto kind = static_cast<std::size_t>(std::clamp(beam.type, 0, 6));
    const Color outer = packed_hsl(kBeamColors[kind].outer, false);
    const Color inner = packed_hsl(kBeamColors[kind].inner, false);
    const Vec2 a = stage.screen(beam.from);
    const Vec2 b = stage.screen(beam.to);
    const float unit = stage.pixels(1);
    stage.list().line(a, b, std::max(22 * unit * (1 - k), 1.0F), faded(outer, 0.22F));
    stage.list().line(a, b, std::max(14 * unit * (1 - k), 1.0F), outer);
    stage.list().line(a, b, std::max(9 * unit * (1 - k), 1.0F), inner);
    const float head = std::max((lasting ? 8.0F : 11.0F) * unit, 1.0F);
    stage.list().circle(b, head, outer);
    stage.list().circle(b, head * 0.65F, inner);
    stage.scene.picks.push_back({key, beam.to, 14, "laser"});
}

}  // namespace

void draw_projectiles(const Stage& stage) {
    const Snapshot& snapshot = stage.input.frame->snapshot;
    const Items plain(stage.input.schema, "Projectile");
    plain.each(snapshot, [&](EntityId entity, Row row) {
        draw_shot(stage, plain_shot(plain, row), plain.key(entity));
    });
    const Items ddnet(stage.input.schema, "DDNetProjectile");
    ddnet.each(snapshot, [&](EntityId entity, Row row) {
        draw_shot(stage, ddnet_shot(ddnet, row), ddnet.key(entity));
    });
    const Items ddrace(stage.input.schema, "DDRaceProjectile");
    ddrace.each(snapshot, [&](EntityId entity, Row row) {
        draw_shot(stage, ddrace_shot(ddrace, row), ddrace.key(entity));
    });
}

void draw_lasers(const Stage& stage) {
    const Snapshot& snapshot = stage.input.frame->snapshot;
    const auto draw = [&](const Items& items, std::string_view x, std::string_view y) {
        items.each(snapshot, [&](EntityId entity, Row row) {
            const Beam beam{{static_cast<float>(items.number(row, "from_x")),
                             static_cast<float>(items.number(row, "from_y"))},
                            {static_cast<float>(items.number(row, x)),
                             static_cast<float>(items.number(row, y))},
                            items.number(row, "start_tick"),
                            items.number(row, "type")};
            draw_beam(stage, beam, items.key(entity));
        });
    };
    draw(Items(stage.input.schema, "Laser"), "x", "y");
    draw(Items(stage.input.schema, "DDNetLaser"), "to_x", "to_y");
}

}  // namespace tickreel::teeworlds_art
