#include "demos/match/net/snapshot_view.h"

#include "demos/match/net/game_messages.h"
#include "demos/match/world/state.h"

namespace tickreel::match {
namespace {

using Ints = std::span<const std::int32_t>;

Vec place(Ints ints, std::size_t x) {
    return {static_cast<float>(ints[x]), static_cast<float>(ints[x + 1])};
}

struct Teams {
    std::array<int, 128> of{};
};

Teams read_teams(const teeworlds::WireSnapshot& snapshot, int& own) {
    Teams teams;
    for (std::size_t i = 0; i < snapshot.num_items(); ++i) {
        const teeworlds::SnapItem item = snapshot.get_item(i);
        if (item.type != kItemPlayerInfo || item.ints.size() < 5 || item.id >= 128) continue;
        teams.of[static_cast<std::size_t>(item.id)] = item.ints[kPlayerInfoTeam];
        if (item.ints[kPlayerInfoLocal] != 0) own = item.id;
    }
    return teams;
}

void read_character(const teeworlds::SnapItem& item, const Teams& teams, int own, BotView& view) {
    const Vec position = place(item.ints, character_field::kX);
    const Vec velocity = place(item.ints, character_field::kVelX) * (1.0F / 256.0F);
    if (item.id == own) {
        view.alive = true;
        view.position = position;
        view.velocity = velocity;
        view.health = item.ints[character_field::kHealth];
        view.hook_holds = item.ints[character_field::kHookState] == kHookGrabbed;
        return;
    }
    if (item.id < 128) {
        const int team = teams.of[static_cast<std::size_t>(item.id)];
        view.others.push_back({item.id, position, velocity, team == view.team});
    }
}

}  // namespace

BotView view_of(const teeworlds::WireSnapshot& snapshot, int tick, int& own) {
    BotView view;
    view.tick = tick;
    const Teams teams = read_teams(snapshot, own);
    view.player = own;
    // Spectators and other games' team numbers: play as red.
    view.team = own >= 0 && teams.of[static_cast<std::size_t>(own)] == 1 ? 1 : 0;
    for (std::size_t i = 0; i < snapshot.num_items(); ++i) {
        const teeworlds::SnapItem item = snapshot.get_item(i);
        if (item.type == kItemCharacter && item.ints.size() >= 22) {
            read_character(item, teams, own, view);
        } else if (item.type == kItemPickup && item.ints.size() >= 2) {
            view.goodies.push_back(place(item.ints, 0));
        } else if (item.type == kItemFlag && item.ints.size() >= 3) {
            BotView::FlagSight& flag = view.flags[item.ints[2] == 1 ? 1 : 0];
            flag.position = place(item.ints, 0);
            flag.seen = true;
        } else if (item.type == kItemGameData && item.ints.size() >= 4) {
            view.flags[0].carrier = item.ints[2];
            view.flags[1].carrier = item.ints[3];
        }
    }
    return view;
}

}  // namespace tickreel::match
