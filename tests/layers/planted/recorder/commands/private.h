#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "format/reel/chunk.h"                   // planted
#include "player/state/player_state.h"           // planted
#include "recorder/games/teeworlds/wire/snap.h"  // planted
