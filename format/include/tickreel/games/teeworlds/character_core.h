#pragma once
// How a tee runs, jumps, hooks and collides with walls: one tick of one character, the physics that
// the game's server, its clients and dead reckoning share. Positions are in world units, velocities
// in units per tick; single precision throughout, because the last bit counts. Total: any start
// state yields a state, in bounded time.
// Facts: game/gamecore and game/collision of Teeworlds 0.6.5, 0.7.5 and DDNet.

#include <cstdint>
#include <span>

#include "tickreel/games/teeworlds/tile_map.h"
#include "tickreel/games/teeworlds/tuning.h"

namespace tickreel::teeworlds {

inline constexpr float kWireSpeed = 256.0F;  // steps per unit on the wire: velocities, directions

// Hook states, numbered as in the protocol.
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
    int angle = 0;      // of the aim, 1/256 rad; carried along unchanged
    int direction = 0;  // walking direction: -1 left, 1 right
    int jumped = 0;     // bit 0 key handled, bit 1 air jump used
    int hook_state = kHookIdle;
    int hook_tick = 0;
    int hooked_player = -1;
    Vec hook_position{};
    Vec hook_direction{};
    bool operator==(const CharacterCore&) const = default;
};

// A player's input. Dead reckoning has none: it continues in the last direction.
struct CoreInput {
    int direction = 0;
    Vec aim{0.0F, -1.0F};  // a unit vector
    bool jump = false;
    bool hook = false;
};

// All characters: index = player, nullptr = absent. Dead reckoning passes none.
using Characters = std::span<CharacterCore* const>;

struct CoreWorld {
    const TileMap& tiles;
    const Tuning& tuning;
    Characters characters{};
    LineRule line = LineRule::Since07;
};

// The audible events of a tick.
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
// Rounds to the protocol's precision: positions to whole units, velocities and the hook direction
// to 1/256. The game continues from the values that its clients see.
void quantise(CharacterCore& core);
// Releases the hook, as when the hooked player died.
void release_hook(CharacterCore& core);

}  // namespace tickreel::teeworlds
