#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include <zstd.h>

#include "format/reel/chunk.h"
#include "tickreel/analysis/describe.h"  // planted
#include "tickreel/base/bytes.h"
