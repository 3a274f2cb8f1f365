#pragma once
// Breaks the rules of check_layers.py in the lines marked so.
#include <fmt/format.h>  // planted
#include <sys/socket.h>  // planted
#include <zlib.h>        // planted
