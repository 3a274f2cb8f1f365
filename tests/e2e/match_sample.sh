#!/bin/bash
# demos/arena_8_views.reel, and the command that demos/README.md says makes it: both are eight whole views of one match, each a
# recording with a map, and the views are not all alike.
# usage: match_sample.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: match_sample.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
DEMOS=$(realpath "$(dirname "$(realpath "$0")")/../../demos")
SAMPLE=$DEMOS/arena_8_views.reel

names() { "$BIN/tickreel" info "$1" --format ndjson | python3 -c 'import json, sys; print(*[one["name"] for one in json.loads(sys.stdin.readline())["views"]])'; }
check() { # check REEL SNAPSHOTS: at least so many in each view
    local view number=0 least
    "$BIN/tickreel" verify --strict "$1" >"$WORK/verify" || fail "$1: $(cat "$WORK/verify")"
    for view in $(names "$1"); do
        number=$((number + 1))
        "$BIN/tickreel" cut -qf "$1" --view "$view" -o "$WORK/$number.reel" || fail "cut --view $view of $1"
        "$BIN/tickreel" verify --strict --format ndjson "$WORK/$number.reel" >"$WORK/verify" || fail "$view of $1 is damaged"
        least=$(grep -oE '"snapshots":[0-9]+' "$WORK/verify" | cut -d: -f2)
        [ "$least" -ge "$2" ] || fail "$view of $1 has only $least snapshots"
        "$BIN/tickreel" list "$WORK/$number.reel" attachments --format ndjson | grep -q '\.map' || fail "$view of $1 has no map"
        "$BIN/tickreel" cat "$WORK/$number.reel" --types Character --format csv | cut -d, -f1,4 | cksum >>"$WORK/seen"
    done
    [ $number = 8 ] || fail "$number views in $1"
    [ "$(sort -u "$WORK/seen" | wc -l)" -gt 4 ] || fail "the views of $1 have the same characters"
    rm "$WORK/seen"
}

check "$SAMPLE" 300
[ "$(stat -c %s "$SAMPLE")" -le 200000 ] || fail "the sample is too large for a repository"
bash "$DEMOS/make_sample.sh" --match "$BIN" "$WORK/made.reel" 4 >"$WORK/make.log" 2>&1 || fail "$(cat "$WORK/make.log")"
check "$WORK/made.reel" 20 # a busy server sends less than 25 a second
[ "$(names "$WORK/made.reel")" = "$(names "$SAMPLE")" ] || fail "other views: $(names "$WORK/made.reel")"
echo "8 views in $(stat -c %s "$SAMPLE") bytes; the command makes such a file"
