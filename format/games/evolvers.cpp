#include "tickreel/games/evolvers.h"

#include "tickreel/games/teeworlds/character_evolver.h"

namespace tickreel {

EvolverMakers evolvers() {
    // One line per game with evolving items.
    static constexpr EvolverMaker kMakers[] = {teeworlds::kCharacterEvolver};
    return kMakers;
}

}  // namespace tickreel
