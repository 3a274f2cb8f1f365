#!/bin/bash
# The disk of the recordings runs full and is freed, is unmounted, and their folder is removed: recording goes on for the players who
# are there, at once where --fallback says, and the closing report says what the files hold. Status, metrics and /ready say it too.
# usage: full_disk.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: full_disk.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3 zstd
PLAYERS=2

DISK=$WORK/disk
mkdir -p "$DISK"
mount -t tmpfs -o size=2m tickreel-test "$DISK" 2>/dev/null || skip "mounting a small tmpfs is not permitted here"
trap 'umount -l "$DISK" 2>/dev/null; clean_up' EXIT

# Every file has a snapshot on the disk.
hold_snapshots() {
    local reel
    for reel in "$@"; do
        "$BIN/tickreel" info "$reel" --format ndjson 2>/dev/null | grep -q '"snapshots":[1-9]' || return 1
    done
}
said() { [ "$(grep -cF -- "$2" "$WORK/$1.log")" -ge "$3" ]; }
sight() { "$BIN/tickreel" ctl "$WORK/socket" status | grep -qE -- "$1"; } # sight TEXT: it is in the status
page() { # page NAME PATH TEXT: it is on this page of the recorder
    python3 - "$(grep -oE 'http://[^/]+' "$WORK/$1.log" | head -1)$2" "$3" <<'PAGE'
import re, sys, urllib.error, urllib.request
try:
    answer = urllib.request.urlopen(sys.argv[1])
except urllib.error.HTTPError as refusal:
    answer = refusal
sys.exit(not re.search(sys.argv[2], f"{answer.status} {answer.reason} {answer.read().decode()}"))
PAGE
}
# Looks at the metrics of this recorder until it ends: no counter may ever fall.
watch_counters() { # watch_counters NAME
    : >"$WORK/looks"
    python3 - "$(grep -oE 'http://[^/]+' "$WORK/$1.log" | head -1)/metrics" "$WORK/looks" <<'WATCH' &
import sys, time, urllib.request
before, looks, log = {}, 0, open(sys.argv[2], "w")
while True:
    try:
        page = urllib.request.urlopen(sys.argv[1], timeout=5).read().decode()
    except OSError:
        break
    looks += 1
    for name, value in (line.split() for line in page.splitlines() if "_total " in line and line[0] != "#"):
        if float(value) < before.get(name, 0):
            sys.exit(f"{name} fell from {before[name]} to {value}")
        before[name] = float(value)
    print(before["tickreel_snapshots_total"], file=log, flush=True)
    time.sleep(0.1)
assert looks > 10 and before["tickreel_snapshots_total"] > 0 and before["tickreel_unwritten_snapshots_total"] >= 0, (looks, before)
WATCH
    WATCH=$!
}
watched() { [ "$(wc -l <"$WORK/looks")" -gt 10 ] && tail -n 1 "$WORK/looks" | grep -q '^[1-9]'; } # and snapshots were counted
# What the report says of every file is what is in it.
compare() { # compare LOG FOLDER...
    local log=$1
    shift
    "$BIN/tickreel" verify --format ndjson "$@" >"$WORK/verify.ndjson" 2>/dev/null
    python3 - "$WORK/$log.log" "$WORK/verify.ndjson" <<'CHECK' || fail "the report of $log is not what the files hold"
import json, os, re, sys
said = {os.path.basename(path): int(count) for path, count in
        re.findall(r"^(\S+\.reel): [^,]+, (\d+) snapshots", open(sys.argv[1]).read(), re.M)}
found = {os.path.basename(one["file"]): one["snapshots"] for one in map(json.loads, open(sys.argv[2]))}
assert found, "no file"
for name, count in found.items():
    assert said.get(name) == count, f"{name}: {count} snapshots, the report says {said.get(name)}"
    assert count > 0, f"{name} is empty"
print(f"{sum(found.values())} snapshots in {len(found)} files, as reported")
CHECK
}

serve server --seed 3

# Full, then free again.
record full server --flush 0.4 -o "$DISK/{connection}-{n}.reel" --control "$WORK/socket" --metrics 127.0.0.1:0
wait_for full /metrics 10
play first full $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/1-1.reel" "$DISK/2-1.reel"
dd if=/dev/zero of="$DISK/ballast" bs=4k 2>/dev/null
wait_until 10 "the full disk is said for every player" said full "the game continues" $PLAYERS
wait_until 5 "the full disk is in the status" sight '"error":"[^"]*[Nn]o space left[^"]*","since":"20[^"]*Z","snapshots_lost":"[1-9]'
wait_until 5 "the full disk is in the metrics" page full /metrics "tickreel_recordings_failing $PLAYERS"
page full /ready "503 .*recordings cannot be written: $PLAYERS since .* snapshots lost" || fail "/ready does not say why"
page full /live "200 OK" || fail "/live is no longer 200"
"$BIN/tickreel" ctl "$WORK/socket" mark --text 'when full' >"$WORK/mark.ndjson" || fail "ctl mark ended with $?"
[ "$(grep -c '"file":"","waits":".*beginning of the next file' "$WORK/mark.ndjson")" = $PLAYERS ] || fail "ctl mark says: $(cat "$WORK/mark.ndjson")"
rm "$DISK/ballast"
wait_until 5 "recording resumes" said full "recording resumed" $PLAYERS
wait_until 5 "the status is good again" sight '"failing":\[\],"folder_error":"","snapshots_unwritten":"[1-9]'
wait_until 5 "it is ready again" page full /ready "200 OK"
"$BIN/tickreel" ctl "$WORK/socket" mark --text 'when free' >"$WORK/mark.ndjson" || fail "ctl mark ended with $?"
[ "$(grep -c '[12]-2.reel","waits":""' "$WORK/mark.ndjson")" = $PLAYERS ] || fail "ctl mark says: $(cat "$WORK/mark.ndjson")"
wait_until 10 "snapshots behind the full disk" hold_snapshots "$DISK/1-2.reel" "$DISK/2-2.reel"
leave first
stop full 30
[ $? = 3 ] || fail "a recording that a full disk cut has another exit code than 3"
compare full "$DISK"
for reel in "$DISK"/[12]-2.reel; do
    "$BIN/tickreel" list "$reel" markers | grep -qE 'when full \(set at tick [0-9]+, 20.*Z, when no file' || fail "$reel has no marker of the full disk"
    "$BIN/tickreel" list "$reel" markers | grep -q 'when free$' || fail "$reel has no marker of the free disk"
    # By the reader that is no part of the program: from where the first file ends to where this one begins.
    python3 - "$HERE/../conformance" "$reel" "${reel/-2/-1}" <<'CHECK' || fail "$reel does not say what is missing before it"
import sys
sys.path.insert(0, sys.argv[1])
from read_reel import Reel
after, before = (Reel(open(path, "rb").read()) for path in sys.argv[2:])
((_, first, end, reason),) = after.describe()["gaps"]
assert "no space left" in reason.lower(), reason
assert int(before.frames[-1]["tick"]) + 2 == int(first) and int(after.frames[0]["tick"]) == int(end), (first, end)
CHECK
done
rm "$DISK"/*

# Too little room for another file: nothing is split, and the running recordings go on.
record narrow server --flush 0.4 -o "$DISK/{connection}-{n}.reel" --control "$WORK/socket"
play narrowed narrow $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/1-1.reel" "$DISK/2-1.reel"
dd if=/dev/zero of="$DISK/ballast" bs=1k count=$(($(stat -f -c '%a*%S/1024' "$DISK") - 56)) 2>/dev/null
"$BIN/tickreel" ctl "$WORK/socket" split >/dev/null 2>"$WORK/split"
[ $? = 1 ] || fail "ctl split without room for another file does not fail"
grep -q "no other file can begin, and the running ones go on: no space left in $DISK" "$WORK/split" || fail "ctl split says: $(cat "$WORK/split")"
said narrow "no other file can begin" 1 || fail "the recorder does not say that it cannot split"
sleep 1 # in which they go on
rm "$DISK/ballast"
"$BIN/tickreel" ctl "$WORK/socket" split || fail "ctl split with room ended with $?"
wait_until 10 "snapshots behind the split" hold_snapshots "$DISK/1-2.reel" "$DISK/2-2.reel"
leave narrowed
stop narrow 30 || fail "a split that was refused cost something: $?"
compare narrow "$DISK"
[ "$(ls "$DISK")" = "$(printf '%s\n' 1-1.reel 1-2.reel 2-1.reel 2-2.reel)" ] || fail "other files than before and after the split: $(ls "$DISK")"
rm "$DISK"/*

# A flight recorder, which keeps its minutes on the same disk.
record clips server --flush 0.4 --keep-last 1m -o "$DISK/{connection}-{n}.reel" --control "$WORK/socket" --metrics 127.0.0.1:0
wait_for clips /metrics 10
watch_counters clips
play clipped clips $PLAYERS 0
kept() { [ "$(find "$DISK" -name '0*.reel' -size +8k | wc -l)" -ge "$PLAYERS" ]; }
wait_until 10 "minutes on the disk" kept
dd if=/dev/zero of="$DISK/ballast" bs=4k 2>/dev/null
"$BIN/tickreel" ctl "$WORK/socket" save >/dev/null || fail "ctl save ended with $?"
wait_until 10 "that no clip can be written is said for every player" said clips "the clip is written as soon as" $PLAYERS
rm "$DISK/ballast"
wait_until 5 "the clip is written" said clips "the clip is in" $PLAYERS
wait_until 10 "the clips in the metrics" watched
leave clipped
stop clips 30
[ $? = 3 ] || fail "a clip that a full disk cut has another exit code than 3"
wait "$WATCH" || fail "the metrics of the flight recorder"
wait_until 1 "snapshots in the clips" hold_snapshots "$DISK"/[12]-*.reel
rm "$DISK"/*

# The folder is removed, with a place to go on.
mkdir "$DISK/out"
record gone server --flush 0.4 -o "$DISK/out/match.reel" --fallback "$WORK/elsewhere" --metrics 127.0.0.1:0
wait_for gone /metrics 10
watch_counters gone
play second gone $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/out/match.reel" "$DISK/out/match-2.reel"
counted() { "$BIN/tickreel" info "$DISK/out/match.reel" --format ndjson 2>/dev/null | grep -qE '"snapshots":[5-9][0-9]'; }
wait_until 10 "snapshots in the metrics" counted
rm -r "$DISK/out"
wait_until 5 "the removed folder is said" said gone "was removed or moved" $PLAYERS
wait_until 5 "recording goes on elsewhere" said gone "recording resumed in $WORK/elsewhere" $PLAYERS
elsewhere() { [ "$(compgen -G "$WORK/$1/*.reel" | wc -l)" = $PLAYERS ] && hold_snapshots "$WORK/$1"/*.reel; }
wait_until 10 "snapshots elsewhere" elsewhere elsewhere
wait_until 10 "they are in the metrics" watched
leave second
stop gone 30
[ $? = 3 ] || fail "recordings that were removed have another exit code than 3"
wait "$WATCH" || fail "the metrics when recordings are removed"
compare gone "$WORK/elsewhere"

# The disk is unmounted under the recorder: nothing goes to what lies below it.
record off server --flush 0.4 -o "$DISK/{connection}-{n}.reel" --fallback "$WORK/other"
play fourth off $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/1-1.reel" "$DISK/2-1.reel"
umount -l "$DISK"
wait_until 5 "recording goes on in the other folder" said off "recording resumed in $WORK/other" $PLAYERS
wait_until 10 "snapshots in the other folder" elsewhere other
leave fourth
stop off 30
[ $? = 3 ] || fail "recordings on a disk that was unmounted have another exit code than 3"
[ -z "$(ls "$DISK")" ] || fail "recordings below the mount point: $(ls "$DISK")"
compare off "$WORK/other"
mount -t tmpfs -o size=2m tickreel-test "$DISK" || fail "the small tmpfs cannot be mounted again"

# The same without a place to go: that it goes on there is said.
record below server --flush 0.4 -o "$DISK/{connection}-{n}.reel"
play below_players below $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/1-1.reel" "$DISK/2-1.reel"
umount -l "$DISK"
wait_until 10 "the unmounted disk is said" said below "the disk of $DISK is not mounted any more; recording goes on below its mount point" 1
wait_until 10 "recording goes on" said below "recording resumed in $DISK/" $PLAYERS
wait_until 10 "snapshots below" hold_snapshots "$DISK/1-2.reel" "$DISK/2-2.reel"
leave below_players
stop below 30
[ $? = 3 ] || fail "recordings on a disk that was unmounted have another exit code than 3"
said below "not mounted any more" 2 && fail "it is said more than once"
compare below "$DISK"
rm "$DISK"/*.reel
mount -t tmpfs -o size=2m tickreel-test "$DISK" || fail "the small tmpfs cannot be mounted again"

# Read-only from the start, with a place to go.
mkdir "$DISK/out"
record fixed server --flush 0.4 -o "$DISK/out/{n}.reel" --fallback "$WORK/third"
mount -o remount,ro "$DISK" || skip "the rest: remounting is not permitted here"
play third fixed $PLAYERS 0
wait_until 10 "snapshots in the third folder" elsewhere third
leave third
stop fixed 30
[ $? = 3 ] || fail "a read-only folder has another exit code than 3"
mount -o remount,rw "$DISK"
compare fixed "$WORK/third"
[ "$(stat -c %a "$WORK"/third/*.reel | sort -u)" = 640 ] || fail "recordings are for everybody"
