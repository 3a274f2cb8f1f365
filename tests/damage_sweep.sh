#!/bin/bash
# The damage tests of all verbs in full, each with 1 000 cuts and flipped bits: of generated recordings, of parts of
# recorded matches, of match files, of views that are merged, and of the files that `import` takes. Below all other work
# (nice 19): some two hours with a release build, beside other builds.
# usage: tests/damage_sweep.sh BIN_DIR [PROGRAMS] [DAMAGES] [SEED]
#   BIN_DIR holds test_damage, PROGRAMS tickreel and tickreel-player (default: BIN_DIR).
#   TICKREEL_FIRST=900 leaves out the first 900 of each (of a run that was stopped).
#   Two run at once: their lines are in damage_sweep-*.log of the current folder.
set -u
bin=$(realpath "${1:?usage: damage_sweep.sh BIN_DIR [PROGRAMS] [DAMAGES] [SEED]}")
export TICKREEL_PROGRAMS
TICKREEL_PROGRAMS=$(realpath "${2:-$1}")
export TICKREEL_DAMAGES=${3:-1000} TICKREEL_SEED=${4:-4}
[ -w /dev/shm ] && export TMPDIR=/dev/shm
run() { nice -n 19 "$bin/test_damage" "$2" >"damage_sweep-$1.log" 2>&1; }
# Both have to run, whatever comes of the first.
of_recordings() {
    run generated "damaged recordings: *"
    local code=$?
    run imports "damaged files*" || code=1
    return $code
}
of_matches() {
    run games "damaged recordings of games*"
    local code=$?
    run matches "damaged match files: *" || code=1
    run views "damaged views*" || code=1
    return $code
}
of_recordings & first=$!
of_matches & second=$!
trap 'pkill -P $first; pkill -P $second; kill $first $second 2>/dev/null' INT TERM
code=0
wait $first || code=1
wait $second || code=1
tail -n 3 damage_sweep-{generated,imports,games,matches,views}.log
exit $code
