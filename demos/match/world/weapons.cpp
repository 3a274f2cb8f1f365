#include "demos/match/world/weapons.h"

#include "demos/match/world/damage.h"
#include "demos/match/world/projectiles.h"

namespace tickreel::match {
namespace {

struct Manner {
    int reload_ms;
    bool automatic;  // keeps firing while the button is held
    Sound sound;
};
constexpr std::array<Manner, kWeapons> kManners{{
    {125, false, kSoundHammerFire},
    {125, false, kSoundGunFire},
    {500, true, kSoundShotgunFire},
    {500, true, kSoundGrenadeFire},
    {800, true, kSoundLaserFire},
}};

// The mouse wheel cycles through the owned weapons.
int turned(const Character& character, int steps) {
    int weapon = character.weapon;
    for (int left = std::abs(steps) % kWeapons; left > 0; --left) do {
            weapon = (weapon + (steps > 0 ? 1 : kWeapons - 1)) % kWeapons;
        } while (!character.arms[static_cast<std::size_t>(weapon)].owned);
    return weapon;
}

void choose(State& state, const Input& input, Character& character) {
    const int next = (input.next_weapon - character.next_seen) & kInputCounterMask;
    const int previous = (input.prev_weapon - character.prev_seen) & kInputCounterMask;
    character.next_seen = input.next_weapon;
    character.prev_seen = input.prev_weapon;
    int wanted = turned(character, next / 2 - previous / 2 + next % 2 - previous % 2);
    if (input.wanted_weapon > 0 && input.wanted_weapon <= kWeapons)
        wanted = input.wanted_weapon - 1;
    if (wanted == character.weapon || !character.arms[static_cast<std::size_t>(wanted)].owned)
        return;
    character.weapon = wanted;
    state.sound(character.body.position, kSoundWeaponSwitch);
}

void swing_hammer(State& state, int me, Vec from, Vec aim) {
    const Vec head = from + aim * (kBodySize * 0.75F);
    for (int other = 0; other < kMaxPlayers; ++other) {
        const Character* target = other == me ? nullptr : state.character(other);
        if (target == nullptr) continue;
        const Vec there = target->body.position;
        if (distance(there, head) >= kBodySize * 1.5F || state.tiles.trace(from, there)) continue;
        const Vec way = normalized(there - from);
        state.snapshot_events.push_back(
            {SnapshotEventKind::HammerHit, there - way * (kBodySize / 2.0F), 0});
        state.sound(head, kSoundHammerHit);
        const Vec force = normalized({way.x, way.y - 1.1F}) * 10.0F + Vec{0.0F, -1.0F};
        hurt(state, other, force, 3, me, kHammer);
    }
}

void shoot(State& state, int me, int weapon, Vec from, Vec aim) {
    if (weapon == kLaserWeapon) {
        shoot_beam(state, from, aim, me);
        return;
    }
    if (weapon != kShotgunWeapon) {
        state.projectiles.push_back({state.next_serial++, from, aim, weapon, me, state.tick});
        return;
    }
    constexpr std::array<float, 5> kSpread{-0.185F, -0.070F, 0.0F, 0.070F, 0.185F};
    for (std::size_t i = 0; i < kSpread.size(); ++i) {
        const float off_centre = std::abs(static_cast<float>(i) - 2.0F) / 2.0F;
        const float speed = 1.0F - off_centre * (1.0F - state.tuning.shotgun_speeddiff);
        state.projectiles.push_back({state.next_serial++, from,
                                     unit(angle_of(aim) + kSpread[i]) * speed, weapon, me,
                                     state.tick});
    }
}

void refill_gun(const State& state, Character& character) {
    Arm& gun = character.arms[kGun];
    if (gun.ammo < 10 && state.tick >= character.ammo_tick) {
        ++gun.ammo;
        character.ammo_tick = state.tick + kTicksPerSecond / 2;
    }
}

void fire(State& state, int me, const Input& input, Character& character) {
    // The counter increases at every press and every release: odd while held.
    const bool held = (input.fire & 1) != 0;
    const int changes = (input.fire - character.fire_seen) & kInputCounterMask;
    const bool pressed = held ? changes > 0 : changes > 1;
    character.fire_seen = input.fire;
    if (character.reload_ticks > 0) {
        --character.reload_ticks;
        return;
    }
    const Manner& manner = kManners[static_cast<std::size_t>(character.weapon)];
    if (!pressed && !(held && manner.automatic)) return;
    Arm& arm = character.arms[static_cast<std::size_t>(character.weapon)];
    character.reload_ticks = manner.reload_ms * kTicksPerSecond / 1000;
    if (arm.ammo == 0) {
        state.sound(character.body.position, kSoundNoAmmo);
        return;
    }
    if (arm.ammo > 0) {
        --arm.ammo;
        character.ammo_tick = std::max(character.ammo_tick, state.tick + kTicksPerSecond / 2);
    }
    character.attack_tick = state.tick;
    const Vec aim =
        normalized({static_cast<float>(input.target_x), static_cast<float>(input.target_y)});
    const Vec body = character.body.position;
    state.sound(body, manner.sound);
    if (character.weapon == kHammer)
        swing_hammer(state, me, body, aim);
    else
        shoot(state, me, character.weapon, body + aim * (kBodySize * 0.75F), aim);
}

}  // namespace

void step_weapons(State& state) {
    for (int index = 0; index < kMaxPlayers; ++index) {
        Character* character = state.character(index);
        if (character == nullptr) continue;
        const Input& input = state.players[static_cast<std::size_t>(index)]->input;
        refill_gun(state, *character);
        choose(state, input, *character);
        fire(state, index, input, *character);
        // The shot may have killed the shooter.
        character = state.character(index);
        if (character != nullptr && state.tick >= character->emote_until) character->emote = 0;
    }
}

}  // namespace tickreel::match
