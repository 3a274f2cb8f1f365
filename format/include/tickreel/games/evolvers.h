#pragma once
// The list of games whose items clients evolve. Programs hand it to what shows or exports
// recordings; nothing in the other folders of format/ knows it.

#include "tickreel/model/evolver.h"

namespace tickreel {

EvolverMakers evolvers();

}  // namespace tickreel
