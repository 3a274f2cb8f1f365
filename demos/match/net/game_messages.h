#pragma once
// Numbers of the game messages and snapshot items that the match uses, in 0.6 and 0.7.

#include <string_view>

#include "recorder/games/teeworlds/wire/protocol.h"

namespace tickreel::match {

// The same in both.
enum GameMessage : int {
    kSvMotd = 1,
    kSvChat = 3,
    kSvTuneParams = 6,
    kSvReadyToEnter = 8,
    kSvWeaponPickup = 9,
    kSvEmoticon = 10,
    kSvVoteClearOptions = 11,
};

// Of 0.7 only.
enum GameMessage07 : int {
    kSvTeam = 4,
    kSvServerSettings = 17,
    kSvClientInfo = 18,
    kSvGameInfo = 19,
    kSvClientDrop = 20,
    kSvGameMsg = 21,
};

// What Sv_GameMsg says.
inline constexpr int kGameMsgDrop = 4, kGameMsgReturn = 5, kGameMsgGrab = 8, kGameMsgCapture = 9;

enum ItemNumber : int {  // the same in both
    kItemProjectile = 2,
    kItemLaser = 3,
    kItemPickup = 4,
    kItemFlag = 5,
    kItemSpectatorInfo = 12,
};

enum ItemNumber06 : int {
    kItemGameInfo = 6,
    kItemClientInfo = 11,
    kItemSoundGlobal = 18,
};

enum ItemNumber07 : int {
    kItemGameDataTeam = 7,
    kItemGameDataFlag = 8,
};

inline constexpr int kNone = -1;

// What both have, at different places.
struct Numbers {
    std::string_view net_version{};
    int sv_kill_msg, cl_say, cl_set_team, cl_set_spectator_mode, cl_start_info, cl_change_info,
        cl_kill, cl_emoticon;
    int game_data, character, player_info;
    int explosion, spawn, hammer_hit, death, sound_world, damage;
};
inline constexpr Numbers kNumbers06{
    "0.6 626fce9a778df4d4", 4, 17, 18, 19, 20, 21, 22, 23, 7, 9, 10, 14, 15, 16, 17, 19, 20};
inline constexpr Numbers kNumbers07{
    "0.7 802f1be60a05665f", 5, 24, 25, 26, 27, kNone, 28, 30, 6, 10, 11, 17, 18, 19, 20, 21, 22};
constexpr const Numbers& numbers_of(teeworlds::Protocol protocol) {
    return protocol == teeworlds::Protocol::V06 ? kNumbers06 : kNumbers07;
}

inline constexpr int kMapChunkSize = 896;
inline constexpr int kMapChunkSize07 = 1384;
inline constexpr int kMapChunksPerRequest07 = 8;

// Of 0.7.
inline constexpr int kChatAll = 1;
inline constexpr int kChatTeam = 2;
inline constexpr int kSpectatesPlayer = 1;
inline constexpr int kClientVersion07 = 0x0705;
inline constexpr int kPlayerFlagDead = 16;
inline constexpr int kPlayerFlagsOfInput = 2 | 4;  // chatting, scoreboard: the rest is the server's

// The index of a field in Character, in Flag and in the two items about a player.
namespace character_field {
inline constexpr int kX = 1, kY = 2, kVelX = 3, kVelY = 4, kHookState = 9, kHealth = 16;
}
inline constexpr int kFlagTeam = 2;
inline constexpr int kPlayerInfoLocal = 0;
inline constexpr int kPlayerInfoTeam = 2;

}  // namespace tickreel::match
