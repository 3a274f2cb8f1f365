#pragma once
// How a tee runs, jumps, hooks and is stopped by walls: one tick of one character, the part of the
// game that its server, its clients and dead reckoning share. Positions are world units, velocities
// units a tick; everything in single precision, because the last bit counts. Total: any start
// state ends in a state, in bounded time.
// Facts: game/gamecore and game/collision of Teeworlds 0.6.5, 0.7.5 and DDNet.

#include <cstdint>
#include <span>

#include "tickreel/games/teeworlds/tile_map.h"
#include "tickreel/games/teeworlds/tuning.h"

namespace tickreel::teeworlds {

// Hook states as the protocol numbers them.
enum HookState : std::int8_t {
    kHookRetracted = -1,
    kHookIdle = 0,
    kHookRetractStart = 1,
    kHookRetractEnd = 3,
    kHookFlying = 4,
    kHookGrabbed = 5,
};

struct CharacterCore {
    Vec position{};
    Vec velocity{};
    int angle = 0;      // of the aim, 1/256 rad: carried along
    int direction = 0;  // where the player wants to go: -1 left, 1 right
    int jumped = 0;     // bit 0 key handled, bit 1 air jump used
    int hook_state = kHookIdle;
    int hook_tick = 0;
    int hooked_player = -1;
    Vec hook_position{};
    Vec hook_direction{};
    bool operator==(const CharacterCore&) const = default;
};

// What a player presses. Dead reckoning has none: it goes on in the last direction.
struct CoreInput {
    int direction = 0;
    Vec aim{0.0F, -1.0F};  // a unit vector
    bool jump = false;
    bool hook = false;
};

// Everybody around: index = player, nullptr = not there. Dead reckoning sees nobody.
using Characters = std::span<CharacterCore* const>;

struct CoreWorld {
    const TileMap& tiles;
    const Tuning& tuning;
    Characters characters{};
    LineRule line = LineRule::Since07;
};

// What a tick did that can be heard.
struct CoreEvents {
    bool ground_jump = false;
    bool air_jump = false;
    bool hooked_wall = false;
    bool hooked_player = false;
    bool hook_bounced = false;
};

bool on_ground(const TileMap& tiles, Vec position);
// First all characters steer, then all move and are quantised.
CoreEvents steer(CharacterCore& core, const CoreWorld& world, const CoreInput* input);
void move(CharacterCore& core, const CoreWorld& world);
// Rounds to what the protocol carries: positions to whole units, velocities and the direction of
// the hook to 1/256. The game computes on with what its clients see.
void quantise(CharacterCore& core);
// Lets go, as when the hooked player died.
void release_hook(CharacterCore& core);

}  // namespace tickreel::teeworlds
