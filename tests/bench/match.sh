#!/usr/bin/env bash
# What a match file costs: PLAYERS clients of the embedded server play through `tickreel record`, and bench_match
# merges their recordings. usage: match.sh BIN_DIR PLAYERS SECONDS [RECORD_OPTION...]
set -eu
BIN=$(realpath "$1") PLAYERS=$2 SECONDS_EACH=$3
shift 3
WORK=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$WORK"' EXIT
touch "$WORK/server" "$WORK/recorder"
address() { # LOG: the first address in it, once it is there
    for _ in $(seq 200); do
        grep -oE -m1 '[0-9.]+:[0-9]+' "$WORK/$1" | head -1 | grep . && return
        sleep 0.1
    done
    return 1
}
"$BIN/tickreel-match" server --slots 128 --listen 127.0.0.1:0 >"$WORK/server" 2>&1 &
SERVER=$!
"$BIN/tickreel" record --listen 127.0.0.1:0 --server "$(address server)" -o "$WORK/view.reel" "$@" >"$WORK/recorder" 2>&1 &
RECORDER=$!
"$BIN/tickreel-match" client --server "$(address recorder)" --players "$PLAYERS" --seconds "$SECONDS_EACH" >"$WORK/clients" 2>&1
kill -INT $RECORDER
wait $RECORDER
kill -INT $SERVER
wait $SERVER || true
# In the order in which they came, as `record --match` has them.
"$BIN/bench_match" $(ls -v "$WORK"/view*.reel)
