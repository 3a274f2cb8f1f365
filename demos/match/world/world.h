#pragma once
// The match from the server's side: players, their inputs, one step at a time.

#include <utility>

#include "demos/match/world/state.h"

namespace tickreel::match {

inline constexpr int kScoreLimit = 500;

class World {
public:
    World(TileMap tiles, std::uint32_t seed);

    // A free slot below `limit`, in the smaller team; -1 if full.
    int join(Player player, int limit);
    void leave(int player);
    void set_input(int player, const Input& input);
    void say(int player, int team, const std::string& text);
    void emoticon(int player, int emoticon);
    void kill(int player);                                // at the player's request
    void set_team(int player, int team);                  // -1: spectator
    void set_profile(int player, const Player& profile);  // name, clan, looks
    void set_latency(int player, int milliseconds);

    void step();       // one tick
    void end_round();  // another one begins
    const State& state() const { return state_; }
    // The events since the last call.
    std::vector<SnapshotEvent> take_snapshot_events() {
        return std::exchange(state_.snapshot_events, {});
    }
    void forget_triggered();  // a snapshot told the jumps and hooks
    std::vector<MessageEvent> take_message_events() {
        return std::exchange(state_.message_events, {});
    }

private:
    std::string free_name(const std::string& wanted, int except) const;

    State state_;
};

}  // namespace tickreel::match
