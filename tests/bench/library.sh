#!/usr/bin/env bash
# Times `tickreel library` on a folder of N hard links to one recording (default: 1000 of the demo): the
# first reading, an update without changes, one recording more, and kills by a player on a map.
# usage: library.sh TICKREEL [N] [FILE.reel]
set -euo pipefail
tickreel=$(realpath "$1") count=${2:-1000}
reel=$(realpath "${3:-$(dirname "$0")/../../demos/arena_8_players.reel}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/season"
cp "$reel" "$work/first.reel"
for i in $(seq "$count"); do
    [ $((i % 500)) != 1 ] || { part=$work/season/$i && mkdir "$part"; }
    ln "$work/first.reel" "$part/match-$i.reel"
done
TIMEFORMAT='%R s, %U s CPU of the user'
timed() {
    printf '%-42s' "$1"
    shift
    time "$@" >"$work/out"
}
timed "first reading of $count" "$tickreel" library "$work/season" --map none
timed "nothing has changed" "$tickreel" library "$work/season" --map none
ln "$work/first.reel" "$work/season/one_more.reel"
timed "one recording more" "$tickreel" library "$work/season" --map none
player=$("$tickreel" library "$work/season/$((1))" --players --format csv 2>/dev/null | sed -n 2p | cut -d, -f1)
for _ in 1 2 3; do # one alone says little where other programs run
    timed "kills by $player on tickreel_arena" "$tickreel" library "$work/season" --player "$player" --map tickreel_arena --event kill --format csv
done
echo "$(($(wc -l <"$work/out") - 1)) kills; the catalog has $(stat -c %s "$work/season/.tickreel-library.sqlite") bytes"
