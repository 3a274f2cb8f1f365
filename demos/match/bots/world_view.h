#pragma once
// The view of a bot that runs inside the server.

#include "demos/match/bots/bot_view.h"
#include "demos/match/world/state.h"

namespace tickreel::match {

BotView view_of(const State& state, int player);

}  // namespace tickreel::match
