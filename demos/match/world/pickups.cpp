#include "demos/match/world/pickups.h"

#include "demos/match/map/arena.h"

namespace tickreel::match {
namespace {

constexpr int kHealthPickup = 0;
constexpr int kArmorPickup = 1;
constexpr int kWeaponPickup = 2;
constexpr int kBackAfter = 15 * kTicksPerSecond;
constexpr int kFullAmmo = 10;

struct Kind {
    std::uint8_t tile;
    int type;
    int subtype;
};
constexpr Kind kKinds[] = {
    {kHealth, kHealthPickup, 0},
    {kArmor, kArmorPickup, 0},
    {kShotgun, kWeaponPickup, kShotgunWeapon},
    {kGrenade, kWeaponPickup, kGrenadeWeapon},
    {kLaser, kWeaponPickup, kLaserWeapon},
};

bool take(State& state, const Pickup& pickup, int player, Character& character) {
    if (pickup.type == kHealthPickup && character.health < 10) {
        ++character.health;
        state.sound(pickup.position, kSoundHealth);
        return true;
    }
    if (pickup.type == kArmorPickup && character.armor < 10) {
        ++character.armor;
        state.sound(pickup.position, kSoundArmor);
        return true;
    }
    if (pickup.type != kWeaponPickup) return false;
    Arm& arm = character.arms[static_cast<std::size_t>(pickup.subtype)];
    if (arm.owned && arm.ammo >= kFullAmmo) return false;
    arm = {true, kFullAmmo};
    state.sound(pickup.position,
                pickup.subtype == kGrenadeWeapon ? kSoundGrenadePickup : kSoundShotgunPickup);
    state.message_events.push_back(
        {MessageEventKind::WeaponPickup, player, pickup.subtype, 0, 0, {}});
    return true;
}

}  // namespace

void place_pickups(State& state) {
    for (const Kind& kind : kKinds)
        for (const Vec place : entity_positions(state.tiles, kind.tile))
            state.pickups.push_back({state.next_serial++, place, kind.type, kind.subtype, 0});
}

void step_pickups(State& state) {
    for (Pickup& pickup : state.pickups) {
        if (pickup.back_at != 0) {
            if (state.tick < pickup.back_at) continue;
            pickup.back_at = 0;
            if (pickup.type == kWeaponPickup) state.sound(pickup.position, kSoundWeaponSpawn);
        }
        for (int player = 0; player < kMaxPlayers && pickup.back_at == 0; ++player) {
            Character* character = state.character(player);
            if (character != nullptr &&
                distance(character->body.position, pickup.position) < 20.0F + kBodySize &&
                take(state, pickup, player, *character))
                pickup.back_at = state.tick + kBackAfter;
        }
    }
}

}  // namespace tickreel::match
