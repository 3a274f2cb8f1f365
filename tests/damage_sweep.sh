#!/bin/bash
# The damage tests of all verbs in full: 1 000 cuts and flipped bits of generated recordings and as many of parts of
# recorded matches, each passed to every verb. Below all other work (nice 19): with a release build 72 minutes beside other
# builds. On 2026-11-23, with seed 4, both halves passed (281 417 checks).
# usage: tests/damage_sweep.sh BIN_DIR [PROGRAMS] [DAMAGES] [SEED]
#   BIN_DIR holds test_inspect_verbs, PROGRAMS tickreel and tickreel-player (default: BIN_DIR).
#   Both halves run at once: their lines are in damage_sweep-*.log of the current folder.
set -u
bin=$(realpath "${1:?usage: damage_sweep.sh BIN_DIR [PROGRAMS] [DAMAGES] [SEED]}")
export TICKREEL_PROGRAMS
TICKREEL_PROGRAMS=$(realpath "${2:-$1}")
export TICKREEL_DAMAGES=${3:-1000} TICKREEL_SEED=${4:-4}
[ -w /dev/shm ] && export TMPDIR=/dev/shm
run() { nice -n 19 "$bin/test_inspect_verbs" "$2" >"damage_sweep-$1.log" 2>&1; }
run generated "damaged recordings: *" & generated=$!
run matches "damaged recordings of games*" & matches=$!
trap 'kill $generated $matches 2>/dev/null' INT TERM
code=0
wait $generated || code=1
wait $matches || code=1
tail -n 3 damage_sweep-generated.log damage_sweep-matches.log
exit $code
