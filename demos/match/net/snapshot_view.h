#pragma once
// The view of a bot behind a connection: the snapshot it last received.

#include <array>

#include "demos/match/bots/bot_view.h"
#include "recorder/games/teeworlds/wire/protocol.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::match {

struct KnownPlayers {
    int own = -1;  // the local player's id
    std::array<int, 128> team_of{};
};

// `players` are kept between snapshots: in 0.6 snapshots tell them, in 0.7 messages.
BotView view_of(const teeworlds::WireSnapshot& snapshot, int tick, teeworlds::Protocol protocol,
                KnownPlayers& players);

}  // namespace tickreel::match
