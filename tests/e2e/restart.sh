#!/bin/bash
# `tickreel record --state` is killed, also soon after it was started, and stopped while clients play: nobody leaves, every snapshot that a client got is
# in exactly one file, and what was missing while no recorder ran is a gap with a name.
# usage: restart.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: restart.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3 zstd
PLAYERS=4

mkdir -p "$WORK/out"
go_on() {
    record recorder server --state "$WORK/state" -o '../out/{player}-{n}.reel'
    LISTEN=$(address_in recorder)
}
snapshots_on_disk() { # until the newest file of every client has some: the kill meets files at work
    for _ in $(seq 1200); do
        [ "$(find "$WORK/out" -newer "$WORK/started" -size +2k | wc -l)" -ge "$PLAYERS" ] && return
        sleep 0.1
    done
    fail "no recordings grow after a restart"
}

serve server --seed 3
touch "$WORK/started"
go_on
play clients recorder "$PLAYERS" 0
for how in "2.3 KILL" "1.1 TERM" "3.7 KILL" "0.6 KILL" "0.4 KILL"; do
    case $how in 0.*) ;; *) snapshots_on_disk ;; esac
    sleep "${how% *}" # a kill at any point of a chunk, or before the first
    kill -"${how#* }" "$recorder"
    wait "$recorder" 2>/dev/null
    touch "$WORK/started"
    sleep 0.6 # nobody records, and what the server sends is lost
    go_on
    wait_for recorder "$PLAYERS clients play on" 10
done
snapshots_on_disk
leave clients
stop recorder 30 || fail "tickreel record ended with $?"
stop server 10 || fail "the server ended with $?"

for reel in "$WORK"/out/*.reel; do
    "$BIN/tickreel" cat "$reel" --types PlayerInfo --fields local,client_id --format csv >"$reel.csv" 2>/dev/null
done
"$BIN/tickreel" verify --format ndjson "$WORK"/out/*.reel >"$WORK/verify.ndjson" 2>/dev/null
"$BIN/tickreel" info --format ndjson "$WORK"/out/*.reel >"$WORK/info.ndjson" 2>/dev/null
python3 - "$WORK" "$PLAYERS" "$HERE/../conformance" <<'CHECK' || fail "the recordings are not what was played"
import collections, csv, glob, json, sys

sys.path.insert(0, sys.argv[3])
from read_reel import Reel  # the reader that is no part of the program

work, players = sys.argv[1], int(sys.argv[2])
table = [line.split() for line in open(f"{work}/clients.log")]
head = next(i for i, words in enumerate(table) if words[:1] == ["player"])
seen = sorted(int(words[1]) for words in table[head + 1:] if len(words) >= 5)
assert len(seen) == players, f"{len(seen)} of {players} clients played to the end"
names = {words[0] for words in table[head + 1:] if len(words) >= 5}
called = {path.rsplit("/", 1)[1].split("-")[0] for path in glob.glob(f"{work}/out/*.reel")}
assert called == names, f"files are called {called}, players {names}"
for one in map(json.loads, open(f"{work}/verify.ndjson")):
    assert one["chunks_bad"] == 0 and one["deltas_failed"] == 0 and one["wire_mismatch"] == 0, one["file"]

found = collections.defaultdict(collections.Counter)  # of each player: in how many files each tick is
spans = collections.defaultdict(list)
for path in glob.glob(f"{work}/out/*.csv"):
    rows = list(csv.DictReader(open(path)))
    if not rows:
        continue  # killed before its first snapshot was written
    (who,) = {row["client_id"] for row in rows if row["local"] == "true"}
    ticks = {int(row["tick"]) for row in rows}
    found[who].update(ticks)
    spans[who].append((min(ticks), max(ticks), path[:-4]))
assert len(found) == players, f"{len(found)} players recorded"
twice = sum(count > 1 for ticks in found.values() for count in ticks.values())
assert twice == 0, f"{twice} snapshots are in two files"
for (who, ticks), count in zip(sorted(found.items(), key=lambda one: len(one[1])), seen):
    # What was on its way when the clients left may be in a recording only.
    assert count <= len(ticks) <= count + 12, f"player {who}: {count} at the client, {len(ticks)} recorded"
for who, ticks in found.items():
    named = set()
    for _, _, path in spans[who]:
        for _, first, end, reason in Reel(open(path, "rb").read()).describe()["gaps"]:
            assert "started again" in reason, f"{path}: {reason}"
            named.update(range(int(first), int(end)))
    order = sorted(ticks)
    holes = [(a, b) for a, b in zip(order, order[1:]) if b - a > 10]  # snapshots are two ticks apart
    assert len(holes) == 5, f"player {who}: holes {holes}"
    for a, b in holes:
        assert {a + 2, b - 1} <= named, f"player {who}: nothing says why {a}..{b} is missing"
print(f"{sum(map(len, found.values()))} snapshots of {players} players, each in one of {sum(map(len, spans.values()))} files")
CHECK
