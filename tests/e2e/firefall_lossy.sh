#!/bin/bash
# The embedded Firefall client plays through `tickreel record`, behind which a relay loses datagrams between the recorder and the
# server. What the recording says was lost, sent again and asked for again is what the relay noted; the server sends no view's
# keyframe twice within 3 s, however often the client asks.
# usage: firefall_lossy.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: firefall_lossy.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-firefall" python3

# match NAME LOSS_PERCENT MOST_DELAY_MS SECONDS
match() {
    local name=$1 loss=$2 delay=$3 seconds=$4
    start server "$BIN/tickreel-firefall" server --listen 127.0.0.1:0 --seconds $((seconds + 4)) --quiet 2
    wait_for server 'game on port' 20
    start relay python3 "$HERE/lossy_relay.py" 0 "$(address_in server | cut -d: -f2)" "$loss" "$delay" 5 "$WORK/$name.way" client
    wait_for relay 'relay on' 10
    start recorder "$BIN/tickreel" record --listen 127.0.0.1:0 --server "$(address_in relay)" -o "$WORK/$name.reel"
    wait_for recorder ' -> ' 20
    start client "$BIN/tickreel-firefall" client --server "$(address_in recorder)" --seconds $((seconds + 2))
    wait_for client 'playing' 20
    wait_end server $((seconds + 40)) || fail "the server ended with $?"
    wait_end client $((seconds + 40)) || fail "the client ended with $?"
    stop recorder 30 || fail "tickreel record ended with $?"
    stop relay 10
    "$BIN/tickreel" list "$WORK/$name.reel" events --types ServerResend,ClientResend,ServerLoss --format ndjson >"$WORK/$name.events" ||
        fail "list ended with $?"
    "$BIN/tickreel" info "$WORK/$name.reel" --format ndjson >"$WORK/$name.info" || fail "info ended with $?"
    python3 "$HERE/firefall_lossy_check.py" "$loss" "$WORK/$name" || fail "$name: not what the relay noted"
    # To the game community's capture format and back: what was lost there is in it.
    "$BIN/tickreel" export "$WORK/$name.reel" -o "$WORK/$name.faucap" || fail "export ended with $?"
    "$BIN/tickreel" import "$WORK/$name.faucap" -o "$WORK/$name-again.reel" >/dev/null || fail "import ended with $?"
    "$BIN/tickreel" diff "$WORK/$name.reel" "$WORK/$name-again.reel" || fail ".faucap and back: another recording"
}

match clean 0 0 4
match lossy 15 15 14
