#!/usr/bin/env bash
# What a match file costs: PLAYERS clients of the embedded server play through `tickreel record`, and bench_match
# merges their recordings. Then the verbs that read all views, beside the same verbs with one. usage: match.sh BIN_DIR PLAYERS SECONDS [RECORD_OPTION...]
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
"$BIN/tickreel" merge --views -q $(ls -v "$WORK"/view*.reel) -o "$WORK/match.reel"
cost() { # COMMAND...: the least processor time of five runs, s
    TIMEFORMAT='%U %S'
    for _ in 1 2 3 4 5; do
        { time "$@" >/dev/null 2>"$WORK/errors"; } 2>&1
    done | awk '{ t = $1 + $2 } NR == 1 || t < least { least = t } END { print least }'
}
ratio() { # WHAT ALL ONE
    awk -v what="$1" -v all="$2" -v one="$3" -v views="$PLAYERS" 'BEGIN {
        printf "%s: all %d views %.2f s, one %.3f s: %.1f x\n", what, views, all, one, all / one }'
}
SNAPSHOTS="SELECT count(*) FROM snapshots"
ratio verify "$(cost "$BIN/tickreel" verify "$WORK/match.reel")" "$(cost "$BIN/tickreel" verify "$WORK/match.reel" --view 1)"
ratio doctor "$(cost "$BIN/tickreel" doctor "$WORK/match.reel")" "$(cost "$BIN/tickreel" doctor "$WORK/match.reel" --view 1)"
ratio sql "$(cost "$BIN/tickreel" sql "$WORK/match.reel" --view all "$SNAPSHOTS")" \
    "$(cost "$BIN/tickreel" sql "$WORK/match.reel" --view 1 "$SNAPSHOTS")"
