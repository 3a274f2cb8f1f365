#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "tickreel/reel/reel_reader.h"  // planted
