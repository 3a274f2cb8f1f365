#include "demos/match/net/snapshot_view.h"

#include "demos/match/net/game_messages.h"
#include "demos/match/world/state.h"

namespace tickreel::match {
namespace {

using Ints = std::span<const std::int32_t>;

Vec place(Ints ints, std::size_t x) {
    return {static_cast<float>(ints[x]), static_cast<float>(ints[x + 1])};
}

void read_players(const teeworlds::WireSnapshot& snapshot, KnownPlayers& players) {
    players.team_of = {};
    for (std::size_t i = 0; i < snapshot.num_items(); ++i) {
        const teeworlds::SnapItem item = snapshot.get_item(i);
        if (item.type != kNumbers06.player_info || item.ints.size() < 5 || item.id >= 128) continue;
        players.team_of[static_cast<std::size_t>(item.id)] = item.ints[kPlayerInfoTeam];
        if (item.ints[kPlayerInfoLocal] != 0) players.own = item.id;
    }
}

void read_character(const teeworlds::SnapItem& item, const KnownPlayers& players, bool is_07,
                    BotView& view) {
    const Vec position = place(item.ints, character_field::kX);
    const Vec velocity = place(item.ints, character_field::kVelX) * (1.0F / 256.0F);
    if (item.id == players.own) {
        view.alive = true;
        view.position = position;
        view.velocity = velocity;
        view.health = item.ints[character_field::kHealth - (is_07 ? 1U : 0U)];
        view.hook_holds = item.ints[character_field::kHookState] == kHookGrabbed;
        return;
    }
    if (item.id < 128) {
        const int team = players.team_of[static_cast<std::size_t>(item.id)];
        view.others.push_back({item.id, position, velocity, team == view.team});
    }
}

}  // namespace

BotView view_of(const teeworlds::WireSnapshot& snapshot, int tick, teeworlds::Protocol protocol,
                KnownPlayers& players) {
    const bool is_07 = protocol == teeworlds::Protocol::V07;
    const Numbers& numbers = numbers_of(protocol);
    BotView view;
    view.tick = tick;
    if (!is_07) read_players(snapshot, players);
    view.player = players.own;
    // Spectators and other games' team numbers: play as red.
    const bool known = players.own >= 0 && players.own < 128;
    view.team = known && players.team_of[static_cast<std::size_t>(players.own)] == 1 ? 1 : 0;
    const int carriers = is_07 ? kItemGameDataFlag : numbers.game_data;
    const std::size_t first_carrier = is_07 ? 0 : 2;
    for (std::size_t i = 0; i < snapshot.num_items(); ++i) {
        const teeworlds::SnapItem item = snapshot.get_item(i);
        if (item.type == numbers.character && item.ints.size() >= 22) {
            read_character(item, players, is_07, view);
        } else if (item.type == kItemPickup && item.ints.size() >= 2) {
            view.goodies.push_back(place(item.ints, 0));
        } else if (item.type == kItemFlag && item.ints.size() >= 3) {
            BotView::FlagSight& flag = view.flags[item.ints[kFlagTeam] == 1 ? 1 : 0];
            flag.position = place(item.ints, 0);
            flag.seen = true;
        } else if (item.type == carriers && item.ints.size() >= 4) {
            view.flags[0].carrier = item.ints[first_carrier];
            view.flags[1].carrier = item.ints[first_carrier + 1];
        }
    }
    return view;
}

}  // namespace tickreel::match
