#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "tickreel/arrow.h"
#include "tickreel/base/file.h"  // planted
