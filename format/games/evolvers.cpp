#include "tickreel/games/evolvers.h"

#include "tickreel/games/teeworlds/character_evolver.h"

namespace tickreel {

EvolverMakers evolvers() {
    // A game that evolves is one line here.
    static constexpr EvolverMaker kMakers[] = {teeworlds::kCharacterEvolver};
    return kMakers;
}

}  // namespace tickreel
