#pragma once
// A bot's knowledge of the match: what a player sees on the screen. Filled from the world by the
// server and from snapshots by a client, so that the same bots work on either side.

#include <vector>

#include "demos/match/physics.h"

namespace tickreel::match {

struct BotView {
    struct Other {
        int player = 0;
        Vec position{};
        Vec velocity{};
        bool friendly = false;
    };
    struct FlagSight {
        Vec position{};
        bool seen = false;
        int carrier = -1;  // -1 nobody
    };

    int tick = 0;
    bool alive = false;
    int player = 0;
    int team = 0;
    Vec position{};
    Vec velocity{};
    int health = 10;
    bool hook_holds = false;
    std::vector<Other> others{};
    FlagSight flags[2]{};
    std::vector<Vec> goodies{};  // available pickups
};

}  // namespace tickreel::match
