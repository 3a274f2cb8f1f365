#pragma once
// The view of a bot behind a connection: the snapshot it last received.

#include "demos/match/bots/bot_view.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::match {

// `own`: the local player's id, kept between snapshots (initially -1).
BotView view_of(const teeworlds::WireSnapshot& snapshot, int tick, int& own);

}  // namespace tickreel::match
