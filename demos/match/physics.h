#pragma once
// The game's physics, shared with dead reckoning: walls, tuning and the core of a character.

#include "tickreel/games/teeworlds/character_core.h"

namespace tickreel::match {

using teeworlds::angle_of;
using teeworlds::CharacterCore;
using teeworlds::HookState;
using teeworlds::kBodySize;
using teeworlds::kTileSize;
using teeworlds::normalized;
using teeworlds::TileMap;
using teeworlds::to_int;
using teeworlds::Tuning;
using teeworlds::unit;
using teeworlds::Vec;
using enum teeworlds::HookState;
using enum teeworlds::TileIndex;

inline constexpr int kTicksPerSecond = teeworlds::kTickRate;
inline constexpr int kMaxPlayers = 128;  // as DDNet since 20.0

}  // namespace tickreel::match
