#include "player/games/teeworlds/match_state.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "player/games/teeworlds/items.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr double kCheckpointSeconds = 6;  // as in the game
constexpr int kSpectatorTeam = -1;

std::string player_name(const SceneInput& input, const MessageHistory& history, EntityId who) {
    for (const std::string_view type : {"ClientInfo", "De_ClientInfo"}) {
        const Items clients(input.schema, type);
        if (const auto row = clients.find(input.reached()->snapshot, who))
            return clean_text(clients.text(*row, "name"));
    }
    const RosterEntry* known = history.roster.find(who, input.reached()->moment());
    return known != nullptr ? clean_text(known->name) : std::to_string(who);
}

std::string flag_text(const SceneInput& input, const MessageHistory& history, int carrier) {
    constexpr int kAtStand = -2;
    constexpr int kDropped = -1;
    if (carrier >= 0) return player_name(input, history, static_cast<EntityId>(carrier));
    if (carrier == kDropped) return "dropped";
    return carrier == kAtStand ? "at its stand" : "missing";
}

std::vector<TeamState> read_teams(const SceneInput& input, const MessageHistory& history) {
    const Snapshot& snapshot = input.reached()->snapshot;
    const Items games(input.schema, "GameInfo");
    const Items scores(input.schema, games.exist() ? "GameData" : "GameDataTeam");
    const Items flags(input.schema, games.exist() ? "GameData" : "GameDataFlag");
    constexpr int kTeams = 1;  // of game_flags
    constexpr int kFlags = 2;
    const auto game = games.find(snapshot, 0);
    const int kind = games.exist() ? (game ? games.number(*game, "game_flags") : 0)
                                   : kTeams | kFlags;  // 0.7 sends what there is
    const auto score = scores.find(snapshot, 0);
    const auto flag = flags.find(snapshot, 0);
    if (!score || (kind & kTeams) == 0) return {};
    std::vector<TeamState> teams;
    for (const std::string colour : {"red", "blue"}) {
        TeamState& team = teams.emplace_back();
        team.score = scores.number(*score, "teamscore_" + colour);
        if (flag && (kind & kFlags) != 0)
            team.flag = flag_text(input, history, flags.number(*flag, "flag_carrier_" + colour));
    }
    return teams;
}

std::string with_seconds(std::string_view what, double seconds) {
    constexpr double kExactBelow = 5;  // as in the games
    return seconds < kExactBelow
               ? fmt::format("{} {:.1f}", what, std::floor(std::max(seconds, 0.0) * 10) / 10)
               : fmt::format("{} {}", what, static_cast<int>(seconds));
}

// 0.7: `ends`, the tick at which it does; 0: when the players want.
std::string notice_07(int flags, int ends, const SceneInput& input) {
    constexpr int kWarmup = 1;
    constexpr int kOver = 4 | 8;
    constexpr int kPaused = 16;
    constexpr int kCountdown = 32;
    if ((flags & kOver) != 0) return "";
    const std::string_view what = (flags & kCountdown) != 0 ? "Game starts in"
                                  : (flags & kPaused) != 0  ? "Game paused"
                                  : (flags & kWarmup) != 0  ? "Warmup"
                                                            : "";
    if (what.empty() || ends == 0) return std::string(what);
    return with_seconds(what,
                        static_cast<double>(ends - input.reached()->tick) / input.ticks_per_second);
}

// As the games' clients do. 0.6 has all of it in GameInfo, 0.7 the limit in a message, which is an
// item in a .demo.
void read_clock(const SceneInput& input, const MessageHistory& history, MatchState& state) {
    const Snapshot& snapshot = input.reached()->snapshot;
    const Items games(input.schema, "GameInfo");
    constexpr int kSuddenDeath = 2;  // of both
    if (const auto game = games.find(snapshot, 0)) {
        constexpr int kGameOver = 1;
        const int flags = games.number(*game, "game_state_flags");
        state.sudden_death = (flags & kSuddenDeath) != 0;
        state.over = (flags & kGameOver) != 0;
        constexpr int kPaused = 4;
        const int warmup = games.number(*game, "warmup_timer");  // below 0: a race's start
        if (warmup <= 0) state.time_limit = games.number(*game, "time_limit");
        if (!state.over && (flags & kPaused) != 0)
            state.notice = "Game paused";
        else if (warmup > 0)
            state.notice = with_seconds("Warmup", warmup / input.ticks_per_second);
    }
    if (games.exist()) return;
    const Items data(input.schema, "GameData");
    const auto row = data.find(snapshot, 0);
    constexpr int kWarmup = 1;
    constexpr int kOver = 4 | 8;  // the round or the match
    const int flags = row ? data.number(*row, "game_state_flags") : 0;
    state.sudden_death = (flags & kSuddenDeath) != 0;
    state.over = (flags & kOver) != 0;
    const int ends = row ? data.number(*row, "game_state_end_tick") : 0;
    if (state.over) state.stands_at = ends;
    state.notice = notice_07(flags, ends, input);
    if ((flags & kWarmup) != 0) return;
    const Items told(input.schema, "De_GameInfo");
    if (const auto game = told.find(snapshot, 0))
        state.time_limit = told.number(*game, "time_limit");
    else if (const ToldLimit* limit = history.limits.last(input.reached()->moment()))
        state.time_limit = limit->minutes;
}

void read_spectators(const SceneInput& input, const MessageHistory& history, MatchState& state) {
    const Snapshot& snapshot = input.reached()->snapshot;
    const Items infos(input.schema, "PlayerInfo");
    const Items players(input.schema, infos.has("team") ? "PlayerInfo" : "De_ClientInfo");
    players.each(snapshot, [&](EntityId who, Row row) {
        if (players.number(row, "team") == kSpectatorTeam)
            state.spectators.push_back(player_name(input, history, who));
    });
    const Items watching(input.schema, "SpectatorInfo");
    watching.each(snapshot, [&](EntityId, Row row) {
        const int who = watching.number(row, "spectator_id", -1);
        if (who >= 0) state.watched = player_name(input, history, static_cast<EntityId>(who));
    });
}

}  // namespace

bool is_recorded_player(const Schema& schema, const Snapshot& snapshot, EntityId who) {
    return recorded_player(schema, snapshot) == who;
}

double clock_seconds(const MatchState& match, double played, double ticks_per_second) {
    if (match.time_limit <= 0) return match.stands_at.value_or(played) / ticks_per_second;
    constexpr double kMinute = 60;
    return match.over ? 0 : match.time_limit * kMinute - std::trunc(played / ticks_per_second);
}

MatchState read_match_state(const SceneInput& input, const MessageHistory& history) {
    MatchState state;
    if (input.frame == nullptr) return state;
    state.teams = read_teams(input, history);
    read_spectators(input, history, state);
    read_clock(input, history, state);
    const Checkpoint* passed = history.checkpoints.last(input.reached()->moment());
    if (passed != nullptr &&
        static_cast<double>(input.reached()->tick - passed->at.tick) / input.ticks_per_second <
            kCheckpointSeconds)
        state.checkpoint = passed->behind;
    return state;
}

}  // namespace tickreel::teeworlds_art
