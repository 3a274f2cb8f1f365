#!/bin/bash
# --pcap-live: the players are connected to the server itself, and the recorder only listens in on the loopback interface.
# usage: listen_in.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: listen_in.sh BIN_DIR}")
PLAYERS=4
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
private_network

start server "$BIN/tickreel-match" server --listen 127.0.0.1:8303
wait_for server 'listening on' 20
inside "$BIN/tickreel" record --pcap-live nowhere0 --server 127.0.0.1:8303 -o "$WORK/none.reel" 2>"$WORK/none.log"
[ $? = 1 ] || fail "an interface that is not there is no error"
grep -q 'no libpcap' "$WORK/none.log" && skip "built without libpcap"
grep -q 'nowhere0' "$WORK/none.log" || fail "the error does not name the interface"

start recorder "$BIN/tickreel" record --pcap-live lo --server 127.0.0.1:8303 -o "$WORK/{player}-{n}.reel"
wait_for recorder 'recording on lo' 20
start clients "$BIN/tickreel-match" client --server 127.0.0.1:8303 --players "$PLAYERS" --seconds 0
wait_for clients 'all playing' 40
# The game goes on while the recorder stands still; what the system keeps meanwhile must be enough.
kill -STOP "$recorder"
sleep 4
kill -CONT "$recorder"
sleep 5 # in which it reads that
leave clients
stop recorder 30 || fail "tickreel record ended with $?"
"$BIN/tickreel" verify --strict "$WORK"/*.reel >"$WORK/verify.txt" || fail "verify ended with $?"
for reel in "$WORK"/*.reel; do "$BIN/tickreel" info --format ndjson "$reel"; done >"$WORK/info"
python3 - "$WORK" "$PLAYERS" <<'CHECK' || fail "the recordings are not what was played"
import json, os, sys

work, players = sys.argv[1], int(sys.argv[2])
table = [line.split() for line in open(f"{work}/clients.log")]
head = next(i for i, words in enumerate(table) if words[:1] == ["player"])
seen = {words[0]: int(words[1]) for words in table[head + 1:] if len(words) >= 5}
infos = [json.loads(line) for line in open(f"{work}/info")]
assert len(infos) == len(seen) == players, f"{len(infos)} files of {len(seen)} players"
for info in infos:
    player = os.path.basename(info["file"]).split("-")[0]
    assert info["snapshots"] >= seen[player], f"{player}: {info['snapshots']} of {seen[player]} snapshots"
print(f"{sum(seen.values())} snapshots at the clients, none missing in the recordings")
CHECK
