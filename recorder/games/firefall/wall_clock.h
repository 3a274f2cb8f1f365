#pragma once
// Which columns hold the server's clock. The layouts do not say it: their names do, and every value
// of such a column in recordings of the live servers lies near the time of its arrival.

#include "recorder/games/game.h"

namespace tickreel::firefall {

// For Game::wall_clock.
std::optional<WallClock> wall_clock(const Field& column);

}  // namespace tickreel::firefall
