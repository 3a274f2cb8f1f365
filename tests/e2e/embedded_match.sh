#!/bin/bash
# The embedded server and clients play through `tickreel record` on loopback; every client's recording is
# then compared with what the clients counted.
# usage: embedded_match.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: embedded_match.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3

record_options=()
# match NAME PLAYERS SECONDS SERVER_OPTIONS...: creates NAME.reel, NAME-2.reel ... in $WORK. All ports are free ones.
match() {
    local name=$1 players=$2 seconds=$3
    shift 3
    serve server "$@"
    record recorder server -o "$WORK/$name.reel" "${record_options[@]}"
    play clients recorder "$players" "$seconds"
    wait_end clients $((seconds + 30)) || fail "the clients ended with $?"
    stop recorder 30 || fail "tickreel record ended with $?"
    stop server 10 || fail "the server ended with $?"
    cp "$WORK/clients.log" "$WORK/$name-clients.txt"
}

# check NAME PLAYERS MIN_SNAPSHOTS
check() {
    local name=$1 files=("$WORK/$1".reel "$WORK/$1"-[0-9]*.reel)
    [ "${#files[@]}" = "$2" ] || fail "$name: ${#files[@]} recordings of $2 clients"
    "$BIN/tickreel" verify --format ndjson "${files[@]}" >"$WORK/$name-verify.ndjson" || fail "verify ended with $?"
    "$BIN/tickreel" info --format ndjson "${files[@]}" >"$WORK/$name-info.ndjson" || fail "info ended with $?"
    python3 - "$WORK/$name" "$3" <<'CHECK' || fail "$name: the recordings do not say what the clients saw"
import json
import sys

stem, least = sys.argv[1], int(sys.argv[2])
lines = lambda path: [line for line in open(path) if line.strip()]
verified = [json.loads(line) for line in lines(stem + "-verify.ndjson")]
infos = [json.loads(line) for line in lines(stem + "-info.ndjson")]
table = lines(stem + "-clients.txt")
seen = sorted(int(line[16:].split()[0]) for line in table[1 + [l.startswith("player ") for l in table].index(True):])
assert len(seen) == len(verified), f"{len(seen)} clients, {len(verified)} recordings"
for file, counted in zip(sorted(verified, key=lambda one: one["snapshots"]), seen):
    name = file["file"]
    assert file["chunks_bad"] == 0 and file["deltas_failed"] == 0, name
    assert file["wire_mismatch"] == 0 and file["wire_ok"] > 0.9 * file["snapshots"], name
    assert file["snapshots"] >= least, f"{name}: {file['snapshots']} snapshots"
    # The proxy saw what the client saw, plus what was in flight when the client left: the last quarter
    # of a second on a slow machine.
    assert counted <= file["snapshots"] <= counted + 12, f"{name}: {counted} at the client, {file['snapshots']} recorded"
for info in infos:
    name = info["file"]
    assert info["complete"] and info["map"] == "tickreel_arena" and info["tick_rate"] == 50, name
    types = {one["name"]: one["items"] for one in info["types"]}
    assert types["Flag"] == 2 * info["snapshots"], name
    assert 1 < types["ClientInfo"] / info["snapshots"] <= len(infos), name
    assert types["Character"] > info["snapshots"] and types["Pickup"] > info["snapshots"], name
    for event in ("Sv_ReadyToEnter", "Sv_TuneParams", "Sv_Chat", "Cl_StartInfo"):
        assert info["events"].get(event, 0) >= 1, f"{name}: no {event}"
CHECK
}

match small 4 6 --seed 3
check small 4 30 # 150 on a fast machine
# The map was downloaded from the server and is in the file, byte for byte.
"$BIN/tickreel-match" map -o "$WORK/own.map" 2>/dev/null || fail "tickreel-match map"
"$BIN/tickreel" list "$WORK/small.reel" attachments --format ndjson | grep -q "$(sha256sum "$WORK/own.map" | cut -d' ' -f1)" ||
    fail "the map in the recording is not the one that was played"
# Two views of one match differ (each has a different local player), a file and itself do not.
"$BIN/tickreel" diff "$WORK/small.reel" "$WORK/small.reel" >/dev/null || fail "diff: a file differs from itself"
"$BIN/tickreel" diff "$WORK/small.reel" "$WORK/small-2.reel" --common-ticks >"$WORK/diff.txt"
[ $? = 1 ] && grep -q 'PlayerInfo' "$WORK/diff.txt" || fail "diff: two clients' views should differ in who is local"
"$BIN/tickreel" at "$WORK/small.reel" 50% --format ndjson | grep -q '"type":"Character"' || fail "at 50%: nobody there"

# Every tick, snapshots of several parts, more players than the original game had.
match large 24 3 --seed 4 --slots 24 --high-bandwidth
check large 24 20 # 150 on a fast machine

# Items with values out of range: no client takes them, every recording has them, as they were sent.
match improper 2 3 --seed 6 --improper
"$BIN/tickreel" verify --strict "$WORK"/improper*.reel >/dev/null || fail "verify of improper items ended with $?"
refused=$(awk '$2 ~ /^[0-9]+$/ { snapshots[$1] = $2 } /took no notice of/ && $6 == 2 * snapshots[$1] { print $1 }' "$WORK/improper-clients.txt")
[ "$(sort <<<"$refused" | xargs)" = "Aster Birch" ] || fail "a client did not refuse two items of each snapshot: $(cat "$WORK/improper-clients.txt")"
for reel in "$WORK"/improper*.reel; do
    "$BIN/tickreel" info "$reel" --format ndjson | python3 -c 'import json, sys
info = json.load(sys.stdin)
assert {one["name"]: one["items"] for one in info["types"]}["Flag"] == 3 * info["snapshots"]' || fail "$reel lacks the flag of no team"
    "$BIN/tickreel" at "$reel" 90% --format ndjson | grep -q '"type":"Character","id":"127"' || fail "$reel lacks the character out of range"
done

# Redacted: the files lose their names when the recorder stops, and the checksums still match.
record_options=(--redact)
match masked 3 3 --seed 5
record_options=()
"$BIN/tickreel" verify --strict "$WORK"/masked*.reel >/dev/null || fail "verify of redacted recordings ended with $?"
for reel in "$WORK"/masked*.reel; do
    "$BIN/tickreel" at "$reel" 90% --format ndjson >"$WORK/masked.txt"
    "$BIN/tickreel" list "$reel" events --format ndjson >>"$WORK/masked.txt"
    grep -q '"name":"player 1"' "$WORK/masked.txt" || fail "$reel: no pseudonyms"
    ! grep -qE 'Aster|Birch|Clover' "$WORK/masked.txt" || fail "$reel: a player is still called by name"
done
[ "$(ls "$WORK"/masked*.reel* | wc -l)" = 3 ] || fail "redacting left something behind: $(ls "$WORK")"

echo "33 clients recorded, every snapshot and every wire checksum accounted for"
