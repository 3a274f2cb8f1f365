#!/bin/bash
# What one more recording costs in a dataset of N (200): `export --append` of all N + 1, of which one is new, beside an export of that one
# into a folder of its own; processor time, the best of three. Then how much quicker 8 new ones are with -j 2: wall time. On a machine
# with other work RT="chrt -f 50" gives the runs the cores they ask for.
# usage: [RT=...] append.sh BIN_DIR FILE.reel [N]
set -eu
usage="usage: append.sh BIN_DIR FILE.reel [N]"
tickreel=$(realpath "${1:?$usage}")/tickreel
reel=$(realpath "${2:?$usage}") count=${3:-200}
work=$(mktemp -d "${TMPDIR:-/tmp}/append-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/season" "$work/eight"
# Each has a UUID of its own; what is in the dataset already need not be long.
for i in $(seq "$count"); do "$tickreel" cut "$reel" -q --time 0:02..0:04 -o "$work/season/$i.reel"; done
for i in $(seq 8); do "$tickreel" cut "$reel" -q --ticks 0%..100% -o "$work/eight/$i.reel"; done
"$tickreel" export "$work/season" -q --append "$work/data" -j 2
"$tickreel" cut "$reel" -q --ticks 0%..100% -o "$work/one.reel"

# best FORMAT COMMAND: of three runs, each with what `before` undoes.
best() {
    local TIMEFORMAT=$1
    shift
    for _ in 1 2 3; do
        before
        { time ${RT:-} "$@" -q >/dev/null 2>&3; } 3>&2 2>"$work/time"
        awk '{ print $1 + $2 }' "$work/time"
    done | sort -n | head -1
}
before() { rm -rf "$work/single"; }
alone=$(best '%3U %3S' "$tickreel" export "$work/one.reel" -o "$work/single/")
cp "$work/one.reel" "$work/season/"
have=$(find "$work/data" -mindepth 1 -maxdepth 1 ! -name '.*' | wc -l)
before() { for new in $(comm -13 "$work/known" <(find "$work/data" -mindepth 1 -maxdepth 1 ! -name '.*' | sort)); do rm -r "$new"; done; }
find "$work/data" -mindepth 1 -maxdepth 1 ! -name '.*' | sort >"$work/known"
added=$(best '%3U %3S' "$tickreel" export "$work/season" --append "$work/data")
[ "$(find "$work/data" -mindepth 1 -maxdepth 1 ! -name '.*' | wc -l)" = $((have + 1)) ] || { echo "nothing was added"; exit 1; }
awk "BEGIN { printf \"one into %d: %.2f s; an export of it alone: %.2f s: %.2f x\n\", $have, $added, $alone, $added / $alone }"
before() { rm -rf "$work/fresh"; }
one=$(best %3R "$tickreel" export "$work/eight" --append "$work/fresh" -j 1)
two=$(best %3R "$tickreel" export "$work/eight" --append "$work/fresh" -j 2)
awk "BEGIN { printf \"8 new ones: -j 1 %.2f s, -j 2 %.2f s: %.2f x\n\", $one, $two, $one / $two }"
