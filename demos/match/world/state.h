#pragma once
// The state of a running match: players, projectiles, pickups, flags, and recent events. Plain
// data; the rules are in movement, weapons, projectiles, pickups, flags and rules, each a few
// functions on this state. The same seed and inputs give the same match.

#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "demos/match/physics.h"
#include "demos/match/world/input.h"

namespace tickreel::match {

enum Weapon : std::uint8_t { kHammer, kGun, kShotgunWeapon, kGrenadeWeapon, kLaserWeapon };
inline constexpr int kWeapons = 5;
inline constexpr int kKilledByWorld = -1;
inline constexpr int kKilledBySelf = -2;

// The game's sound numbers.
enum Sound : std::uint8_t {
    kSoundGunFire = 0,
    kSoundShotgunFire = 1,
    kSoundGrenadeFire = 2,
    kSoundHammerFire = 3,
    kSoundHammerHit = 4,
    kSoundExplode = 6,
    kSoundLaserFire = 8,
    kSoundLaserBounce = 9,
    kSoundWeaponSwitch = 10,
    kSoundPain = 11,
    kSoundAirJump = 14,
    kSoundJump = 15,
    kSoundDie = 16,
    kSoundSpawn = 17,
    kSoundHookGround = 21,
    kSoundHookPlayer = 22,
    kSoundHookNothing = 23,
    kSoundHealth = 24,
    kSoundArmor = 25,
    kSoundGrenadePickup = 26,
    kSoundShotgunPickup = 27,
    kSoundWeaponSpawn = 29,
    kSoundNoAmmo = 30,
    kSoundFlagDrop = 35,
    kSoundFlagReturn = 36,
    kSoundFlagGrabbed = 37,
    kSoundFlagCapture = 39,
};

using Body = CharacterCore;

struct Arm {
    bool owned = false;
    int ammo = 0;  // -1: unlimited
};

struct Character {
    Body body{};
    int health = 10;
    int armor = 0;
    int weapon = kGun;
    std::array<Arm, kWeapons> arms{};
    int attack_tick = 0;
    int reload_ticks = 0;
    int ammo_tick = 0;  // when the gun gets its next bullet
    int emote = 0;
    int emote_until = 0;
    std::uint32_t triggered = 0;  // jumps and hooks since the last snapshot, as 0.7 has them
    int fire_seen = 0;            // input counters at the last tick
    int next_seen = 0;
    int prev_seen = 0;
};

// Of a 0.7 tee: body, marking, decoration, hands, feet, eyes.
struct SkinPart {
    std::string name{};
    bool custom_color = false;
    int color = 0;
};
using SkinParts = std::array<SkinPart, 6>;
inline SkinParts standard_parts() {
    const SkinPart standard{"standard"};
    return {standard, {}, {}, standard, standard, standard};
}

struct Player {
    std::string name{};
    std::string clan{};
    std::string skin{"default"};
    int country = -1;
    bool custom_color = false;
    int color_body = 0;
    int color_feet = 0;
    SkinParts parts = standard_parts();
    int team = 0;
    int score = 0;
    int latency = 0;
    Input input{};
    int respawn_tick = 0;
    std::optional<Character> character{};
};

struct Projectile {
    std::uint64_t serial = 0;  // identifies the entity for the whole match
    Vec origin{};
    Vec direction{};  // unit vector; shotgun pellets slightly shorter: they are slower
    int weapon = kGun;
    int owner = 0;
    int start_tick = 0;
};

struct Beam {
    std::uint64_t serial = 0;
    Vec from{};
    Vec to{};
    Vec direction{};
    float energy = 0.0F;
    int bounces = 0;
    int owner = 0;
    int start_tick = 0;
};

struct Pickup {
    std::uint64_t serial = 0;
    Vec position{};
    int type = 0;     // as in the Pickup item: 0 health, 1 armor, 2 weapon
    int subtype = 0;  // the weapon
    int back_at = 0;  // 0: available
};

struct Flag {
    Vec stand{};
    Vec position{};
    Vec velocity{};
    int carrier = -1;
    int dropped_tick = 0;
    int grabbed_tick = 0;  // when it left the stand
    bool at_stand = true;
};

enum class SnapshotEventKind : std::uint8_t {
    Explosion,
    Spawn,
    HammerHit,
    Death,       // value: player
    SoundWorld,  // value: sound
    SoundGlobal,
    Damage,  // value: angle * 256
};

// Of a hit, in its first Damage event.
struct Hit {
    int health = 0;
    int armor = 0;
    bool self = false;
};

// An event at a position, in one snapshot only.
struct SnapshotEvent {
    SnapshotEventKind kind = SnapshotEventKind::Explosion;
    Vec position{};
    int value = 0;
    int player = -1;  // Damage: who took it
    std::optional<Hit> hit{};
};

enum class MessageEventKind : std::uint8_t { Kill, Chat, Emoticon, WeaponPickup, Flag };

struct FlagEvent {
    enum What : std::uint8_t { Grab, Drop, Return, Capture };
    What what = Grab;
    int team = 0;           // whose flag it is
    int carried_ticks = 0;  // Capture: since it left its stand
};

// Sent as a message.
struct MessageEvent {
    MessageEventKind kind = MessageEventKind::Chat;
    int player = -1;  // killer, speaker (-1 the server), owner of the emoticon, who picked up
    int other = 0;    // victim, chat team, emoticon, weapon
    int weapon = 0;   // Kill only
    int special = 0;  // Kill only: bit 0 killer, bit 1 victim carried a flag
    std::string text{};
    FlagEvent flag{};  // Flag only; `player`: who did it
};

struct State {
    TileMap tiles;
    Tuning tuning{};
    int tick = 0;
    int round_start = 0;
    int game_over_at = 0;  // 0 while playing
    int round = 0;
    std::mt19937 random{};
    std::uint64_t next_serial = 1;
    std::array<std::optional<Player>, kMaxPlayers> players{};
    std::vector<Projectile> projectiles{};
    std::vector<Beam> beams{};
    std::vector<Pickup> pickups{};
    std::array<Flag, 2> flags{};
    std::array<int, 2> team_score{};
    std::vector<SnapshotEvent> snapshot_events{};
    std::vector<MessageEvent> message_events{};

    Character* character(int player) {
        auto& slot = players[static_cast<std::size_t>(player)];
        return slot && slot->character ? &*slot->character : nullptr;
    }
    // Always the same numbers for the same seed; std distributions differ between libraries.
    int roll(int sides) { return static_cast<int>(random() % static_cast<unsigned>(sides)); }
    void sound(Vec at, Sound what) {
        snapshot_events.push_back({SnapshotEventKind::SoundWorld, at, what});
    }
    void sound_for_all(Sound what) {
        snapshot_events.push_back({SnapshotEventKind::SoundGlobal, {}, what});
    }
};

}  // namespace tickreel::match
