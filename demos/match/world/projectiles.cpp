#include "demos/match/world/projectiles.h"

#include "demos/match/world/damage.h"

namespace tickreel::match {
namespace {

struct Flight {
    float curvature, speed, lifetime;
};

Flight flight_of(const Tuning& t, int weapon) {
    switch (weapon) {
        case kGrenadeWeapon:
            return {t.grenade_curvature, t.grenade_speed, t.grenade_lifetime};
        case kShotgunWeapon:
            return {t.shotgun_curvature, t.shotgun_speed, t.shotgun_lifetime};
        default:
            return {t.gun_curvature, t.gun_speed, t.gun_lifetime};
    }
}

// The nearest player within `reach` of the path; -1: none.
int first_player(State& state, Vec from, Vec to, float reach, int except) {
    int nearest = -1;
    float best = 0.0F;
    for (int index = 0; index < kMaxPlayers; ++index) {
        const Character* character = index == except ? nullptr : state.character(index);
        if (character == nullptr) continue;
        const Vec there = character->body.position;
        if (distance(nearest_on_segment(from, to, there), there) >= kBodySize + reach) continue;
        const float way = distance(from, there);
        if (nearest < 0 || way < best) {
            nearest = index;
            best = way;
        }
    }
    return nearest;
}

// True if the projectile is gone.
bool advance(State& state, const Projectile& projectile) {
    const float age = static_cast<float>(state.tick - projectile.start_tick) / kTicksPerSecond;
    const float step = 1.0F / kTicksPerSecond;
    const Flight flight = flight_of(state.tuning, projectile.weapon);
    const Vec from = projectile_position(state.tuning, projectile, std::max(0.0F, age - step));
    Vec to = projectile_position(state.tuning, projectile, age);
    const auto wall = state.tiles.trace(from, to);
    if (wall) to = wall->before;
    // Just after being fired it does not hit its owner.
    const int except = age < 0.5F ? projectile.owner : -1;
    const int target = first_player(state, from, to, 6.0F, except);
    if (target < 0 && !wall && age < flight.lifetime) return false;
    if (projectile.weapon == kGrenadeWeapon)
        explode(state, to, projectile.owner, kGrenadeWeapon);
    else if (target >= 0)
        hurt(state, target, projectile.direction * 0.001F, 1, projectile.owner, projectile.weapon);
    return true;
}

void bounce(State& state, Beam& beam) {
    beam.start_tick = state.tick;
    if (beam.energy < 0.0F) return;
    Vec end = beam.from + beam.direction * beam.energy;
    const auto wall = state.tiles.trace(beam.from, end);
    if (wall) end = wall->before;
    const int except = beam.bounces == 0 ? beam.owner : -1;
    const int target = first_player(state, beam.from, end, 0.0F, except);
    if (target >= 0) {
        const Vec there = state.character(target)->body.position;
        beam.to = nearest_on_segment(beam.from, end, there);
        beam.energy = -1.0F;
        hurt(state, target, {}, static_cast<int>(state.tuning.laser_damage), beam.owner,
             kLaserWeapon);
        return;
    }
    beam.to = end;
    beam.energy =
        wall ? beam.energy - distance(beam.from, end) - state.tuning.laser_bounce_cost : -1.0F;
    if (beam.bounces >= static_cast<int>(state.tuning.laser_bounce_num)) beam.energy = -1.0F;
}

// The direction after hitting a wall at `at`.
Vec reflected(const TileMap& tiles, Vec at, Vec direction) {
    const bool side = tiles.solid({at.x + (direction.x > 0 ? 2.0F : -2.0F), at.y});
    const bool flat = tiles.solid({at.x, at.y + (direction.y > 0 ? 2.0F : -2.0F)});
    if (!side && !flat) return direction * -1.0F;
    return {side ? -direction.x : direction.x, flat ? -direction.y : direction.y};
}

}  // namespace

Vec projectile_position(const Tuning& tuning, const Projectile& projectile, float seconds) {
    const Flight flight = flight_of(tuning, projectile.weapon);
    const float way = seconds * flight.speed;
    return {projectile.origin.x + projectile.direction.x * way,
            projectile.origin.y + projectile.direction.y * way +
                flight.curvature / 10000.0F * way * way};
}

void step_projectiles(State& state) {
    // Explosions may kill but never create projectiles: the list only shrinks here.
    std::erase_if(state.projectiles,
                  [&](const Projectile& projectile) { return advance(state, projectile); });
}

void shoot_beam(State& state, Vec from, Vec direction, int owner) {
    Beam beam;
    beam.serial = state.next_serial++;
    beam.from = from;
    beam.direction = direction;
    beam.energy = state.tuning.laser_reach;
    beam.owner = owner;
    bounce(state, beam);
    state.beams.push_back(beam);
}

void step_beams(State& state) {
    const int delay = static_cast<int>(state.tuning.laser_bounce_delay) * kTicksPerSecond / 1000;
    for (Beam& beam : state.beams) {
        if (beam.energy >= 0.0F && state.tick - beam.start_tick > delay) {
            beam.direction = reflected(state.tiles, beam.to, beam.direction);
            beam.from = beam.to;
            ++beam.bounces;
            state.sound(beam.from, kSoundLaserBounce);
            bounce(state, beam);
        }
    }
    std::erase_if(state.beams, [&](const Beam& beam) {
        return beam.energy < 0.0F && state.tick - beam.start_tick > delay;
    });
}

}  // namespace tickreel::match
