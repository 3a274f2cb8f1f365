// Beams of weapons, and what DDNet's maps make of lasers: doors, draggers, lights, guns.

#include <array>
#include <cmath>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"
#include "player/games/teeworlds/switches.h"

namespace tickreel::teeworlds_art {

namespace {

enum Kind { kRifle, kShotgun, kDoor, kFreeze, kDragger, kGun, kPlasma };

struct Beam {
    Vec2 from{};
    Vec2 to{};
    int start_tick = 0;  // 0: lasts
    int type = kRifle;
    int subtype = -1;
    int switch_number = -1;
};

struct BeamColors {
    int outer = 0;
    int inner = 0;
};

BeamColors colors_of(const Beam& beam) {
    constexpr std::array<BeamColors, 5> kColors{{{11176233, 11206591},  // rifle
                                                 {1866773, 1467241},    // shotgun
                                                 {7667473, 7701379},    // door
                                                 {11613223, 12001153},  // freeze
                                                 {57618, 42398}}};      // dragger
    if (beam.type <= kDragger) return kColors[static_cast<std::size_t>(std::max(beam.type, 0))];
    constexpr int kFreezes = 2;  // and 3: explodes, too
    return kColors[beam.subtype == kFreezes || beam.subtype == kFreezes + 1 ? kFreeze : kRifle];
}

void add_extra(Beam& beam, const Switches::Extra& extra) {
    beam.switch_number = extra.switch_number;
    const int kind = extra.entity_class;
    if (kind == Switches::kDoor) beam.type = kDoor;
    if (kind >= Switches::kDraggerWeak && kind <= Switches::kDraggerStrong) beam.type = kDragger;
    if (kind >= Switches::kGun && kind <= Switches::kGunLast) beam.type = kGun;
    if (kind == Switches::kLight) beam.type = kFreeze;
}

// In ticks; negative: it is of the next snapshot. What lasts flickers as in the game, which once
// sent it anew every 7 ticks.
double age_of(const Stage& stage, const Beam& beam) {
    constexpr int kAnew = 7;
    const double tick = stage.world.tick;
    if (beam.type == kDoor) return 1;
    if (beam.type == kDragger) {
        const Vec2 way = beam.to - beam.from;
        return std::clamp(std::sqrt(std::hypot(way.x, way.y)) / 5.0, 1.0, 5.0);
    }
    if (beam.start_tick > 0) return tick - beam.start_tick;
    const double since = std::fmod(tick, kAnew);
    if (beam.type == kFreeze) return std::min(since, 4.0);
    return beam.type == kGun ? since : 0;
}

void draw_head(const Stage& stage, const Beam& beam, Color outer, Color inner) {
    const Vec2 at = stage.screen(beam.type == kDragger ? beam.from : beam.to);
    const float unit = stage.pixels(1);
    if (beam.type == kDoor) {
        stage.list().rect(box_around(at, std::max(8 * unit, 1.0F), std::max(8 * unit, 1.0F)),
                          outer);
        return stage.list().rect(box_around(at, 6 * unit, 6 * unit), inner);
    }
    const float head = std::max((beam.type > kDoor ? 8.0F : 11.0F) * unit, 1.0F);
    stage.list().circle(at, head, outer);
    stage.list().circle(at, head * 0.65F, inner);
}

void draw_beam(const Stage& stage, const Switches& switches, Beam beam, ItemKey key) {
    const bool light = beam.type == kFreeze;
    if (beam.type == kDoor && switches.off(beam.switch_number))
        beam.from = beam.to;  // it is open: its posts are left
    else if (beam.type != kDoor &&
             switches.blinked_out(beam.switch_number, light ? 6 : 22, light ? 2 : 4))
        return;
    const bool tuned = beam.type == kRifle || beam.type == kShotgun;
    const double fade = tuned ? std::max(double{stage.world.tuning.laser_fade}, 1.0) : 150;  // ms
    const double age = age_of(stage, beam);
    const double share = age * 1000 / std::max(stage.input.ticks_per_second, 1.0) / fade;
    if (age < 0 || share >= 1) return;
    if (stage.hidden(beam.from, 900) && stage.hidden(beam.to, 900)) return;
    const BeamColors colors = colors_of(beam);
    const Color outer = packed_hsl(colors.outer, false);
    const Color inner = packed_hsl(colors.inner, false);
    const Vec2 a = stage.screen(beam.from);
    const Vec2 b = stage.screen(beam.to);
    const float unit = stage.pixels(1) * static_cast<float>(1 - share);
    if (!(a == b)) {
        stage.list().line(a, b, std::max(22 * unit, 1.0F), faded(outer, 0.22F));
        stage.list().line(a, b, std::max(14 * unit, 1.0F), outer);
        stage.list().line(a, b, std::max(9 * unit, 1.0F), inner);
    }
    draw_head(stage, beam, outer, inner);
    stage.scene.picks.push_back({key, beam.to, 14, beam.type == kDoor ? "door" : "laser"});
}

}  // namespace

void draw_lasers(const Stage& stage, const Switches& switches) {
    constexpr int kNoPredict = 1;
    const Snapshot& snapshot = stage.input.frame->snapshot;
    const auto draw = [&](const Items& items, std::string_view x, std::string_view y) {
        items.each(snapshot, [&](EntityId entity, Row row) {
            Beam beam{items.point(row, "from_x", "from_y"), items.point(row, x, y),
                      items.number(row, "start_tick")};
            beam.type = items.number(row, "type");
            beam.subtype = items.number(row, "subtype", -1);
            beam.switch_number = items.number(row, "switch_number", -1);
            if (const auto extra = switches.extra(entity); extra && beam.switch_number < 0)
                add_extra(beam, *extra);
            // Then its switch says nothing of it.
            if ((items.number(row, "flags") & kNoPredict) != 0) beam.switch_number = -1;
            draw_beam(stage, switches, beam, items.key(entity));
        });
    };
    draw(Items(stage.input.schema, "Laser"), "x", "y");
    draw(Items(stage.input.schema, "DDNetLaser"), "to_x", "to_y");
}

}  // namespace tickreel::teeworlds_art
