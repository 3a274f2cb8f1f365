#pragma once
// The players of a frame as the look needs them, between two snapshots or exactly at one.

#include <string>
#include <vector>

#include "player/draw/scene.h"
#include "player/games/teeworlds/chronicle.h"
#include "player/games/teeworlds/colors.h"
#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/roster.h"

namespace tickreel {

struct Tee {
    ItemKey key{};  // of the Character
    Vec2 position{};
    float speed = 0;  // sideways, as on the wire (1/256 units a tick)
    Vec2 aim{1, 0};
    int weapon = 0;
    int emote = 0;
    int jumped = 0;
    int hook_state = 0;
    Vec2 hook{};              // where its end is
    double attack_age = 1e6;  // ticks since the last shot
    bool grounded = false;
    bool frozen = false;
    bool chatting = false;
    bool custom_color = false;  // the skin is to be tinted with `colors`
    TeeColors colors{};
    std::string skin{};
    std::optional<Identity> parts{};  // 0.7: drawn from these instead of `skin`
    std::string name{};
    std::string clan{};
    int health = -1;  // -1 unknown
    int armor = -1;
};

struct World {
    double tick = 0;  // with the fraction between snapshots
    double round_start = 0;
    Tuning tuning{};
    std::vector<Tee> tees{};
};

// `map` may be nullptr: everybody stands on ground then. The chronicle knows what snapshots do not.
World read_world(const SceneInput& input, const MapFile* map, const Chronicle& chronicle);

// Between two positions, unless the way is so long that it was a teleport.
Vec2 between(Vec2 before, Vec2 now, float k);
bool solid_at(const MapFile& map, Vec2 position);

}  // namespace tickreel
