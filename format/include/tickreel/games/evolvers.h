#pragma once
// The list of games whose clients evolve items. Programs pass it to what shows or exports
// recordings; the other folders of format/ do not depend on it.

#include "tickreel/model/evolver.h"

namespace tickreel {

EvolverMakers evolvers();

}  // namespace tickreel
