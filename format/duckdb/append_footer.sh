#!/bin/sh
# Appends what DuckDB reads behind an extension before it loads it: eight fields of 32 bytes in reverse
# order (5: how it calls us, 4: our version, 3: the least version of the C interface, 2: the platform,
# 1: the version of this list) and 256 bytes for a signature, which we have none of.
# usage: append_footer.sh FILE PLATFORM VERSION
set -eu
field() { printf '%s' "$1" && head -c $((32 - ${#1})) /dev/zero; }
{
    field "" && field "" && field "" && field C_STRUCT && field "$3" && field v1.2.0 && field "$2" && field 4
    head -c 256 /dev/zero
} >>"$1"
