#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "player/draw/draw_list.h"           // planted
#include "tickreel/tables/table_database.h"  // planted
