#!/bin/bash
# Embedded clients play through `tickreel record` on a way that loses datagrams between them and the recorder. What the recordings
# say was sent again and asked for again is what a relay noted that sees the same datagrams, each with a loss before it; `info` and
# the page for Prometheus have the sums. Where nothing is lost there is nothing.
# usage: resends.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: resends.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3

# match NAME LOSS_PERCENT MOST_DELAY_MS PLAYERS SECONDS RECORD_OPTION...: NAME.reel, NAME-2.reel ... and NAME.way in $WORK
match() {
    local name=$1 loss=$2 delay=$3 players=$4 seconds=$5
    serve server --bots 2
    record recorder server -o "$WORK/$name.reel" --metrics 127.0.0.1:0 "${@:6}"
    wait_for recorder 'metrics on' 20
    start relay python3 "$HERE/lossy_relay.py" 0 "$(address_in recorder | cut -d: -f2)" "$loss" "$delay" 7 "$WORK/$name.way"
    wait_for relay 'relay on' 10
    play clients relay "$players" "$seconds"
    wait_end clients $((seconds + 60)) || fail "the clients ended with $?"
    stop server 10 || fail "the server ended with $?" # at once: it sends again what a client that has left takes no more
    # The page counts what is in the files: all of it some seconds after the last word.
    python3 - "$(grep -oE 'http://[^ ]+' "$WORK/recorder.log")" >"$WORK/$name.metrics" <<'PAGE' || fail "no metrics"
import sys, time, urllib.request
read = lambda: urllib.request.urlopen(sys.argv[1]).read().decode().splitlines()
told = lambda page: [line for line in page if line.startswith(("tickreel_resent", "tickreel_snapshots"))]
page, same = read(), 0
while same < 8:
    time.sleep(0.5)
    before, page = page, read()
    same = same + 1 if told(before) == told(page) else 0
print(*told(page), sep="\n")
PAGE
    stop recorder 30 || fail "tickreel record ended with $?"
    stop relay 10
    for file in "$WORK/$name".reel "$WORK/$name"-[0-9]*.reel; do
        [ -e "$file" ] || continue
        "$BIN/tickreel" list "$file" events --types ServerResend,ClientResend --format ndjson >"$file.ndjson" 2>/dev/null || fail "list ended with $?"
        "$BIN/tickreel" info "$file" --format ndjson >"$file.info" || fail "info ended with $?"
    done
    python3 "$HERE/resends_check.py" "$loss" "$WORK/$name.way" "$WORK/$name.metrics" "$WORK/$name"*.reel.ndjson || fail "$name: not what was sent again"
}

match clean 0 0 2 5
match lossy 8 15 6 12 --no-inputs
