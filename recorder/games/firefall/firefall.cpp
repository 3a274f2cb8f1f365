// The game Firefall, as the rest of the program sees it.
#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/probe.h"
#include "recorder/games/game.h"

namespace tickreel {

extern const Game firefall_game;
const Game firefall_game{
    .id = "firefall",
    .title = "Firefall",
    .ticks_per_second = 20.0,
    .probe = firefall::probe,
    .make_decoder = firefall::make_decoder,
};

}  // namespace tickreel
