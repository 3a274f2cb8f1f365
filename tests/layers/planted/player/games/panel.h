#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "player/panels/panel.h"  // planted
