#!/bin/bash
# 10 000 simulated matches, and every call of every command failing; ends with 1 if anything is wrong.
# usage: nightly.sh [BIN_DIR [FIRST [LAST]]]    (the calls: if libfail_nth.so has been built there, too)
set -eu
HERE=$(dirname "$(realpath "$0")")
BIN=$(realpath "${1:-$HERE/../../build/bench/bin}")
preload=$BIN/../tests/simulation/libfail_nth.so
ended=0
nice "$BIN/simulate" --seeds "${2:-1}..${3:-10000}" --jobs "$(nproc)" || ended=1
[ ! -e "$preload" ] || nice python3 "$HERE/fail_nth.py" "$BIN" "$preload" "$HERE/../../demos" 0 || ended=1
exit $ended
