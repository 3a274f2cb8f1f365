#!/bin/bash
# What --metrics says is accepted by Prometheus' own checker, while clients play.
# usage: promtool.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: promtool.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
PATH=$PATH:${XDG_CACHE_HOME:-$HOME/.cache}/tickreel/promtool # where ./check puts it
need "$BIN/tickreel" "$BIN/tickreel-match" python3 promtool

serve server
record recorder server --metrics 127.0.0.1:0 -o match.reel
wait_for recorder 'metrics on' 20
grep -oE 'http://[^ ]+' "$WORK/recorder.log" >"$WORK/url"
play clients recorder 2 0
for _ in $(seq 1200); do
    python3 -c 'import sys, urllib.request; sys.stdout.write(urllib.request.urlopen(sys.argv[1]).read().decode())' \
        "$(cat "$WORK/url")" >"$WORK/metrics.txt" || fail "no answer"
    grep -q '^tickreel_snapshots_total [1-9]' "$WORK/metrics.txt" && break
    sleep 0.1
done
grep -q '^tickreel_snapshots_total [1-9]' "$WORK/metrics.txt" || fail "no snapshot was counted"
promtool check metrics <"$WORK/metrics.txt" >"$WORK/promtool.log" 2>&1 || fail "promtool does not accept it"
[ -s "$WORK/promtool.log" ] && fail "promtool has something to say"
echo "$(grep -c '^# TYPE' "$WORK/metrics.txt") metrics"
