#pragma once
// Numbers of the 0.6 game messages and snapshot items that the match uses.

namespace tickreel::match {

enum GameMessage : int {
    kSvMotd = 1,
    kSvChat = 3,
    kSvKillMsg = 4,
    kSvTuneParams = 6,
    kSvReadyToEnter = 8,
    kSvWeaponPickup = 9,
    kSvEmoticon = 10,
    kSvVoteClearOptions = 11,
    kClSay = 17,
    kClSetTeam = 18,
    kClSetSpectatorMode = 19,
    kClStartInfo = 20,
    kClChangeInfo = 21,
    kClKill = 22,
    kClEmoticon = 23,
};

enum ItemNumber : int {
    kItemProjectile = 2,
    kItemLaser = 3,
    kItemPickup = 4,
    kItemFlag = 5,
    kItemGameInfo = 6,
    kItemGameData = 7,
    kItemCharacter = 9,
    kItemPlayerInfo = 10,
    kItemClientInfo = 11,
    kItemSpectatorInfo = 12,
    kItemExplosion = 14,
    kItemSpawn = 15,
    kItemHammerHit = 16,
    kItemDeath = 17,
    kItemSoundGlobal = 18,
    kItemSoundWorld = 19,
    kItemDamage = 20,
};

inline constexpr char kNetVersion[] = "0.6 626fce9a778df4d4";
inline constexpr int kMapChunkSize = 896;

// The index of a field in Character and in the two items about a player.
namespace character_field {
inline constexpr int kX = 1, kY = 2, kVelX = 3, kVelY = 4, kHookState = 9, kHealth = 16;
}
inline constexpr int kPlayerInfoLocal = 0;
inline constexpr int kPlayerInfoTeam = 2;

}  // namespace tickreel::match
