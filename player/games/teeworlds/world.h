#pragma once
// The players of a frame prepared for drawing, at a snapshot or interpolated between two.

#include <string>
#include <vector>

#include "player/draw/scene.h"
#include "player/games/teeworlds/colors.h"
#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/message_history.h"
#include "player/games/teeworlds/roster.h"

namespace tickreel::teeworlds_art {

struct Tee {
    ItemKey key{};  // of the Character
    Vec2 position{};
    float speed = 0;  // horizontal, as on the wire (1/256 units per tick)
    Vec2 aim{1, 0};
    int weapon = 0;
    int emote = 0;
    int jumped = 0;
    int hook_state = 0;
    Vec2 hook{};              // position of its end
    double attack_age = 1e6;  // ticks since the last shot
    bool grounded = false;
    bool frozen = false;
    bool ninja = false;  // looks like one: has the sword, or is frozen
    bool chatting = false;
    bool custom_color = false;  // tint the skin with `colors`
    TeeColors colors{};
    std::string skin{};
    std::optional<Identity> parts{};  // 0.7: used instead of `skin`
    std::string name{};
    std::string clan{};
    int health = -1;  // -1: unknown
    int armor = -1;
};

struct World {
    double tick = 0;   // with the fraction between snapshots
    double clock = 0;  // the tick for clocks: goes on where snapshots are missing
    double round_start = 0;
    Tuning tuning{};
    std::vector<Tee> tees{};
};

// Without `map`, everybody stands on the ground. The history supplies data missing in snapshots.
World read_world(const SceneInput& input, const MapFile* map, const MessageHistory& history);

// What servers of DDNet say of their game in GameInfoEx.flags2, from a version of it on. Nothing:
// it does not say.
struct GameFlag {
    int mask = 0;
    int since = 0;
};
std::optional<bool> says(const Schema& schema, const Snapshot& snapshot, const GameFlag& flag);

bool solid_at(const MapFile& map, Vec2 position);

}  // namespace tickreel::teeworlds_art
