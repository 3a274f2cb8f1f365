#pragma once
// What a bot behind a connection sees: the snapshot it last received.

#include "demos/match/bots/bot_view.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::match {

// `own` is remembered from snapshot to snapshot (-1 at first): whose PlayerInfo is the local one.
BotView view_of(const teeworlds::WireSnapshot& snapshot, int tick, int& own);

}  // namespace tickreel::match
