#!/bin/bash
# What we export is read by programs that are not ours, value by value: .mcap by @mcap/core, Parquet by hyparquet.
# usage: readers_test.sh BIN_DIR SOURCE_DIR
set -eu
tickreel=$1/tickreel
here=$2/tests/recorder/export/readers
readers=${XDG_CACHE_HOME:-$HOME/.cache}/tickreel/readers-1
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
    "$tickreel" cat "$reel" --format ndjson >"$work/$name.cat"
    "$tickreel" list "$reel" events --format ndjson >"$work/$name.events"
    node "$here/check_mcap.mjs" "$readers" "$work/$name.mcap" "$work/$name.cat" "$work/$name.events"
    "$tickreel" sql "$reel" "SELECT 1" >/dev/null 2>&1 || { echo "no DuckDB, no Parquet"; return 0; }
    for type in "$@"; do
        "$tickreel" export "$reel" -q -o "$work/$name.$type.parquet" --types "$type"
        "$tickreel" cat "$reel" --types "$type" --format ndjson >"$work/$name.$type.cat"
        node "$here/check_parquet.mjs" "$readers" "$work/$name.$type.parquet" "$work/$name.$type.cat" \
            "$work/$name.$type.schema.json"
    done
}

"$tickreel" cut "$2/demos/arena_8_players.reel" -q --time 0:10..0:20 -o "$work/arena.reel"
compare arena "$work/arena.reel" Character ClientInfo Pickup
