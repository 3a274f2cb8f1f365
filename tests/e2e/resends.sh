#!/bin/bash
# Embedded clients play through `tickreel record` on a way that loses datagrams between them and the recorder. What the recordings
# say was sent again and asked for again is what a relay noted that sees the same datagrams, each with a loss before it. Where
# nothing is lost there is nothing.
# usage: resends.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: resends.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3

# match NAME LOSS_PERCENT PLAYERS SECONDS RECORD_OPTION...: NAME.reel, NAME-2.reel ... and NAME.way in $WORK
match() {
    local name=$1 loss=$2 players=$3 seconds=$4
    serve server --bots 2
    record recorder server -o "$WORK/$name.reel" "${@:5}"
    start relay python3 "$HERE/lossy_relay.py" 0 "$(address_in recorder | cut -d: -f2)" "$loss" 15 7 "$WORK/$name.way"
    wait_for relay 'relay on' 10
    play clients relay "$players" "$seconds"
    wait_end clients $((seconds + 60)) || fail "the clients ended with $?"
    stop recorder 30 || fail "tickreel record ended with $?"
    stop relay 10
    stop server 10 || fail "the server ended with $?"
    for file in "$WORK/$name".reel "$WORK/$name"-[0-9]*.reel; do
        [ -e "$file" ] || continue
        "$BIN/tickreel" list "$file" events --types ServerResend,ClientResend --format ndjson >"$file.ndjson" 2>/dev/null || fail "list ended with $?"
    done
    python3 "$HERE/resends_check.py" "$loss" "$WORK/$name.way" "$WORK/$name"*.reel.ndjson || fail "$name: not what was sent again"
}

match clean 0 2 5
match lossy 8 6 12 --no-inputs
