#pragma once
// What a bot that lives inside the server sees.

#include "demos/match/bots/bot_view.h"
#include "demos/match/world/state.h"

namespace tickreel::match {

BotView view_of(const State& state, int player);

}  // namespace tickreel::match
