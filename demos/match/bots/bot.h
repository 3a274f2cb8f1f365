#pragma once
// A bot: goes for flags, hearts or enemies, runs, jumps and hooks to reach them, and shoots at
// visible enemies. The same seed and views give the same inputs.

#include <random>

#include "demos/match/bots/bot_view.h"
#include "demos/match/bots/routes.h"
#include "demos/match/world/input.h"

namespace tickreel::match {

class Bot {
public:
    Bot(const TileMap& tiles, std::uint32_t seed);

    Input think(const BotView& view);

private:
    enum class Plan { Attack, Defend, Hunt };

    int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
    Vec choose_goal(const BotView& view);
    void travel(const BotView& view, Vec goal);
    void steer_hook(const BotView& view, Vec way);
    bool find_hook_point(const BotView& view, Vec way);
    void fight(const BotView& view);
    void press_fire(bool press);

    const TileMap& tiles_;
    Routes routes_;
    std::mt19937 random_;
    Vec stands_[2]{};
    Plan plan_ = Plan::Attack;
    int plan_until_ = 0;
    int errand_ = 0;
    Input input_{};
    int hook_until_ = 0;
    int aim_hook_until_ = 0;
    int next_shot_ = 0;
    Vec stuck_at_{};
    int stuck_since_ = 0;
};

}  // namespace tickreel::match
