#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "format/model/delta.h"      // planted
#include "tickreel/reel/timeline.h"  // planted
