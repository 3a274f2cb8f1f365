#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "format/reel/reader_core.h"  // planted
