#pragma once
// What the HUD shows of the match rather than of one tee: team scores and flags, spectators, how
// its clock runs, the last checkpoint of a race.

#include <optional>
#include <string>
#include <vector>

#include "player/draw/scene.h"
#include "player/games/teeworlds/message_history.h"

namespace tickreel::teeworlds_art {

struct TeamState {
    int score = 0;
    std::string flag{};  // who carries it, or where it is; "": this game has no flags
};

struct MatchState {
    std::vector<TeamState> teams{};         // red and blue, or none
    std::vector<std::string> spectators{};  // names
    std::string watched{};                  // whom the recorded spectator watches
    int time_limit = 0;                     // minutes; 0: none, or it does not count now
    bool sudden_death = false;              // has no clock
    bool over = false;                      // nothing is left of the time
    std::optional<double> stands_at{};   // ticks since it began, where it is over without a limit
    std::string notice{};                // why nobody plays now: a pause, a countdown, a warmup
    std::optional<double> checkpoint{};  // seconds behind the best time; negative: ahead
};

// Seconds on the match's clock, `played` ticks after it began. As in the game, where a limit counts
// down what is left is the limit without the whole seconds that were played: 1:00 becomes 0:59 when
// one is over.
double clock_seconds(const MatchState& match, double played, double ticks_per_second);

MatchState read_match_state(const SceneInput& input, const MessageHistory& history);

// Of who was recorded: PlayerInfo in 0.6, De_ClientInfo in 0.7.
bool is_recorded_player(const Schema& schema, const Snapshot& snapshot, EntityId who);

}  // namespace tickreel::teeworlds_art
