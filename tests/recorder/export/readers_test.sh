#!/bin/bash
# Third-party programs read our exports, value by value: .mcap by @mcap/core, Parquet by hyparquet.
# usage: readers_test.sh BIN_DIR SOURCE_DIR
set -eu
tickreel=$1/tickreel
here=$2/tests/recorder/export/readers
readers=${XDG_CACHE_HOME:-$HOME/.cache}/tickreel/readers-3
skip() { echo "skipped: $*"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -d "$readers/node_modules/hyparquet" ] || skip "the readers are not there; ./check fetches them"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compare NAME REEL TYPES...
compare() {
    local name=$1 reel=$2 type
    shift 2
    "$tickreel" export "$reel" -q -o "$work/$name.mcap"
    "$tickreel" cat "$reel" --raw --format ndjson >"$work/$name.cat"
    "$tickreel" list "$reel" events --raw --format ndjson >"$work/$name.events"
    node "$here/check_mcap.mjs" "$readers" "$work/$name.mcap" "$work/$name.cat" "$work/$name.events"
    [ "$name" != arena ] || node "$here/check_scene.mjs" "$readers" "$work/$name.mcap" "$work/$name.cat" "$work/$name.events"
    "$tickreel" sql "$reel" "SELECT 1" >/dev/null 2>&1 || { echo "no DuckDB, no Parquet"; return 0; }
    for type in "$@"; do
        "$tickreel" export "$reel" -q -o "$work/$name.$type.parquet" --types "$type"
        "$tickreel" cat "$reel" --raw --types "$type" --format ndjson >"$work/$name.$type.cat"
        node "$here/check_parquet.mjs" "$readers" "$work/$name.$type.parquet" "$work/$name.$type.cat" \
            "$work/$name.$type.parquet.schema.json"
    done
}

"$tickreel" cut "$2/demos/arena_8_players.reel" -q --time 0:10..0:20 -o "$work/arena.reel"
compare arena "$work/arena.reel" Character ClientInfo Pickup

# Firefall: null fields, floats, blobs, views with hundreds of fields. The embedded server's world ...
if [ -x "$1/tickreel-firefall" ]; then
    timeout 500 "$1/tickreel-firefall" server --listen 127.0.0.1:0 --seconds 2 --truth "$work/truth.reel" 2>/dev/null
    compare embedded "$work/truth.reel" Character Vehicle
fi
# ... and two seconds of a real match, if available.
real=$2/../shared/captures/firefall/ff1802_game.pcap
if [ -e "$real" ]; then
    "$tickreel" import "$real" -q -o "$work/all.reel" || [ $? = 3 ]
    "$tickreel" cut "$work/all.reel" -q --time 0:20..0:22 -o "$work/real.reel"
    compare real "$work/real.reel" Character Vehicle Character_MovementView Deployable_ObserverView
fi
