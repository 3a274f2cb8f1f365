#!/bin/bash
# 10 000 simulated matches; ends with 1 if a seed fails.
# usage: nightly.sh [BIN_DIR [FIRST [LAST]]]
set -eu
HERE=$(dirname "$(realpath "$0")")
BIN=$(realpath "${1:-$HERE/../../build/bench/bin}")
exec nice "$BIN/simulate" --seeds "${2:-1}..${3:-10000}" --jobs "$(nproc)"
