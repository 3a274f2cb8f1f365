#!/bin/bash
# How much quicker verbs are with -j 2 than with -j 1 on a folder of COPIES (8) copies of a recording: wall time, the best
# of three runs each. `import` reads copies of the .demo that `export` makes of it. On a machine with other work RT="chrt -f 50"
# gives the runs the cores they ask for.
# usage: [RT=...] tests/bench/folders.sh BIN_DIR FILE.reel [COPIES [VERBS]]   VERBS: of these lines only, as "verify|info"
set -eu
usage="usage: folders.sh BIN_DIR FILE.reel [COPIES [VERBS]]"
tickreel=$(realpath "${1:?$usage}")/tickreel
reel=$(realpath "${2:?$usage}") copies=${3:-8} verbs=${4:-.}
work=$(mktemp -d "${TMPDIR:-/tmp}/folders-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/reels" "$work/demos"
"$tickreel" export "$reel" -o "$work/one.demo" -q
for i in $(seq "$copies"); do
    cp "$reel" "$work/reels/$i.reel"
    cp "$work/one.demo" "$work/demos/$i.demo"
done

# wall JOBS VERB...: seconds, of three runs the best
wall() {
    local TIMEFORMAT=%3R jobs=$1
    shift
    for _ in 1 2 3; do
        rm -rf "$work/out"
        { time ${RT:-} "$tickreel" "$@" -j "$jobs" -q >/dev/null 2>&3; } 3>&2 2>"$work/time"
        cat "$work/time"
    done | sort -n | head -1
}
echo "  -j 1   -j 2  times  $copies files, seconds"
while read -r -a verb; do
    [[ ${verb[*]//"$work"\//} =~ $verbs ]] || continue
    one=$(wall 1 "${verb[@]}")
    two=$(wall 2 "${verb[@]}")
    printf '%6.2f %6.2f %6s  %s\n' "$one" "$two" "$(awk "BEGIN { printf \"%.2f\", $one / $two }")" "${verb[*]/#$work\//}"
done <<VERBS
verify $work/reels
info $work/reels
query $work/reels kill
import $work/demos -o $work/out/
export $work/reels -o $work/out/ --each demo
export $work/reels -o $work/out/ --each csv
export $work/reels -o $work/out/ --each ndjson
export $work/reels -o $work/out/ --each mcap
export $work/reels -o $work/out/ --each parquet
export $work/reels -o $work/out/ --each duckdb
VERBS
