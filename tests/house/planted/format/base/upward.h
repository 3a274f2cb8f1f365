#pragma once
// A planted breach: the base may not look up. check_layers.py must refuse this tree.
#include "tickreel/reel/reel_reader.h"
