#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "tickreel/tables/table_export.h"  // planted
