#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include <SDL2/SDL.h>               // planted
#include <duckdb.h>                 // planted
#include <duckdb_extension.h>       // planted
#include <fontconfig/fontconfig.h>  // planted
#include <hb.h>                     // planted
#include <histedit.h>               // planted
#include <imgui.h>                  // planted
#include <pcap/pcap.h>              // planted
#include <png.h>                    // planted
#include <sqlite3.h>                // planted
#include <zstd.h>                   // planted

#include "duckdb.h"  // planted
#include "format/reel/chunk.h"
