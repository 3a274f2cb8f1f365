#!/bin/bash
# Records a match of eight bots with `tickreel record` and keeps the first one's recording; with --match, one match file of all
# eight, each of whom is sent only what is near.
# usage: make_sample.sh [--match] BIN_DIR [OUT.reel] [SECONDS] [PLAYERS] [SEED]
set -eu
name=arena_8_players length=60 match=
[ "${1:-}" != --match ] || { name=arena_8_views length=15 match=yes; shift; }
bin=$(realpath "${1:?usage: make_sample.sh [--match] BIN_DIR [OUT.reel] [SECONDS] [PLAYERS] [SEED]}")
out=$(realpath -m "${2:-$(dirname "$0")/$name.reel}")
seconds=${3:-$length} players=${4:-8} seed=${5:-7}

work=$(mktemp -d)
pids=()
clean_up() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; done
    rm -rf "$work"
    return 0
}
trap clean_up EXIT

# address LOG: the address that the program reports to listen on, once it does.
address() {
    for _ in $(seq 200); do
        grep -oE '[0-9.]+:[0-9]+' "$1" | head -1 | grep . && return 0
        sleep 0.1
    done
    echo "make_sample.sh: $(basename "$1" .log) did not start: $(cat "$1")" >&2
    return 1
}

"$bin/tickreel-match" server --listen 127.0.0.1:0 --slots "$players" --seed "$seed" --name 'Tickreel sample' ${match:+--clip} 2>"$work/server.log" &
pids+=($!)
server=$(address "$work/server.log")
"$bin/tickreel" record --listen 127.0.0.1:0 --server "$server" -o "$work/match.reel" ${match:+--match} 2>"$work/record.log" &
recorder=$!
pids+=($recorder)
proxy=$(address "$work/record.log")
"$bin/tickreel-match" client --server "$proxy" --players "$players" --seconds "$seconds" --seed "$seed" >"$work/players.txt"
kill -TERM "$recorder"
wait "$recorder"
"$bin/tickreel" verify --strict "$work/match.reel" >/dev/null
if [ -n "$match" ]; then # what its views share is stored once already
    mv "$work/match.reel" "$out"
    "$bin/tickreel" info "$out"
    exit 0
fi
# optimize rewrites the file with long groups: the smallest form of the same frames.
"$bin/tickreel" optimize "$work/match.reel" -o "$work/small.reel" >/dev/null
"$bin/tickreel" diff "$work/match.reel" "$work/small.reel" >/dev/null
mv "$work/small.reel" "$out"
"$bin/tickreel" info "$out"
