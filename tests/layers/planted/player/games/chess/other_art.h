#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "player/games/teeworlds/atlas.h"        // planted
#include "recorder/games/teeworlds/wire/snap.h"  // planted
