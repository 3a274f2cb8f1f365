#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include "format/tables/table_function.h"  // planted
#include "format/tables/table_scan.h"
