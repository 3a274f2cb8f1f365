#include "demos/match/world/flags.h"

#include "demos/match/map/arena.h"

namespace tickreel::match {
namespace {

constexpr float kFlagSize = 14.0F;
constexpr int kReturnTicks = 20 * kTicksPerSecond;
constexpr int kCapturePoints = 100;

void go_home(Flag& flag) {
    flag.position = flag.stand;
    flag.velocity = {};
    flag.carrier = -1;
    flag.at_stand = true;
}

void tell(State& state, FlagEvent flag, int player, const std::string& text) {
    state.message_events.push_back({MessageEventKind::Flag, player, 0, 0, 0, text, flag});
}

std::string& name_of(State& state, int player) {
    return state.players[static_cast<std::size_t>(player)]->name;
}

void carry(State& state, int team) {
    Flag& flag = state.flags[static_cast<std::size_t>(team)];
    Flag& home = state.flags[static_cast<std::size_t>(1 - team)];
    flag.position = state.character(flag.carrier)->body.position;
    if (!home.at_stand || distance(flag.position, home.stand) >= 48.0F) return;
    const int scorer = flag.carrier;
    state.team_score[static_cast<std::size_t>(1 - team)] += kCapturePoints;
    state.players[static_cast<std::size_t>(scorer)]->score += 5;
    tell(state, {FlagEvent::Capture, team, state.tick - flag.grabbed_tick}, scorer,
         "'" + name_of(state, scorer) + "' captured the " + (team == 0 ? "red" : "blue") + " flag");
    state.sound_for_all(kSoundFlagCapture);
    go_home(flag);
}

void touch(State& state, int team, int player) {
    Flag& flag = state.flags[static_cast<std::size_t>(team)];
    Player& who = *state.players[static_cast<std::size_t>(player)];
    if (who.team == team) {
        if (!flag.at_stand) {
            ++who.score;
            tell(state, {FlagEvent::Return, team}, player,
                 "'" + who.name + "' returned the " + (team == 0 ? "red" : "blue") + " flag");
            state.sound_for_all(kSoundFlagReturn);
            go_home(flag);
        }
        return;
    }
    if (flag.at_stand) {
        ++state.team_score[static_cast<std::size_t>(1 - team)];
        flag.grabbed_tick = state.tick;
    }
    flag.at_stand = false;
    flag.carrier = player;
    ++who.score;
    tell(state, {FlagEvent::Grab, team}, player,
         "'" + who.name + "' grabbed the " + (team == 0 ? "red" : "blue") + " flag");
    state.sound_for_all(kSoundFlagGrabbed);
}

void lie(State& state, int team) {
    Flag& flag = state.flags[static_cast<std::size_t>(team)];
    if (flag.at_stand) return;
    if (state.tick >= flag.dropped_tick + kReturnTicks ||
        state.tiles.tile_at(flag.position) == kDeath) {
        state.sound_for_all(kSoundFlagReturn);
        tell(state, {FlagEvent::Return, team}, -1, "");
        go_home(flag);
        return;
    }
    flag.velocity.y += state.tuning.gravity;
    state.tiles.move_box(flag.position, flag.velocity, kFlagSize);
    flag.velocity.x *= 0.95F;
}

}  // namespace

void place_flags(State& state) {
    for (const int team : {0, 1}) {
        const auto stands = entity_positions(state.tiles, team == 0 ? kFlagRed : kFlagBlue);
        Flag& flag = state.flags[static_cast<std::size_t>(team)];
        flag.stand = stands.empty() ? Vec{} : stands.front();
        go_home(flag);
    }
}

void step_flags(State& state) {
    for (const int team : {0, 1}) {
        Flag& flag = state.flags[static_cast<std::size_t>(team)];
        if (flag.carrier >= 0) {
            carry(state, team);
            continue;
        }
        for (int player = 0; player < kMaxPlayers && flag.carrier < 0; ++player) {
            const Character* character = state.character(player);
            if (character != nullptr &&
                distance(character->body.position, flag.position) < kFlagSize + kBodySize)
                touch(state, team, player);
        }
        if (flag.carrier < 0) lie(state, team);
    }
}

int drop_flag_of(State& state, int victim, int killer) {
    int special = 0;
    for (const int team : {0, 1}) {
        Flag& flag = state.flags[static_cast<std::size_t>(team)];
        if (flag.carrier < 0) continue;
        if (flag.carrier == killer) special |= 1;
        if (flag.carrier == victim) {
            special |= 2;
            flag.carrier = -1;
            flag.velocity = {};
            flag.dropped_tick = state.tick;
            state.sound_for_all(kSoundFlagDrop);
            tell(state, {FlagEvent::Drop, team}, victim, "");
        }
    }
    return special;
}

}  // namespace tickreel::match
