#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include <vector>

#include <tickreel/tables/table_export.h>  // planted

#include "recorder/games/chess/board.h"
#include "recorder/games/game.h"
#include "recorder/games/teeworlds/roster.h"  // planted
#include "tickreel/model/row.h"
