#!/bin/bash
# The embedded Firefall server and client play through `tickreel record`, which detects the game and
# proxies both ports of the handshake; the recording is compared with the server's log of its actions.
# usage: firefall_match.sh BIN_DIR [OUT.reel SECONDS]
set -u
BIN=$(realpath "${1:?usage: firefall_match.sh BIN_DIR [OUT.reel SECONDS]}")
OUT=${2:+$(realpath -m "$2")} SECONDS_LONG=${3:-6}
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-firefall" python3

start server "$BIN/tickreel-firefall" server --listen 127.0.0.1:0 --seconds $((SECONDS_LONG + 4)) --quiet 2 \
    --truth "$WORK/truth.reel"
wait_for server 'game on port' 20  # the end of the line
start recorder "$BIN/tickreel" record --listen 127.0.0.1:0 --server "$(address_in server)" \
    -o "$WORK/match.reel"
wait_for recorder ' -> ' 20
start client "$BIN/tickreel-firefall" client --server "$(address_in recorder)" --seconds $((SECONDS_LONG + 5))
wait_for client 'playing' 20
wait_end server $((SECONDS_LONG + 40)) || fail "the server ended with $?"
wait_end client $((SECONDS_LONG + 40)) || fail "the client ended with $?"
stop recorder 30 || fail "tickreel record ended with $?"
grep -q ' 0 wrong' "$WORK/client.log" || fail "the client's views differ from the server's: $(tail -1 "$WORK/client.log")"

"$BIN/tickreel" verify --strict --format ndjson "$WORK/match.reel" >"$WORK/verify.ndjson" || fail "verify ended with $?"
"$BIN/tickreel" info --format ndjson "$WORK/match.reel" >"$WORK/info.ndjson" || fail "info ended with $?"
for name in truth match; do
    "$BIN/tickreel" at "$WORK/$name.reel" 100% --format ndjson >"$WORK/$name.ndjson" || fail "at $name ended with $?"
    "$BIN/tickreel" cat "$WORK/$name.reel" --types Character --fields Position.x,Position.y --format ndjson \
        >"$WORK/$name-walk.ndjson" || fail "cat $name ended with $?"
done
"$BIN/tickreel" cat "$WORK/match.reel" --types Deployable_ObserverView,Character_SpectatorController --fields Checksum --format ndjson \
    >"$WORK/come_and_go.ndjson" || fail "cat of what comes and goes ended with $?"
python3 - "$WORK" <<'CHECK' || fail "the recording is not what the server did"
import json
import re
import sys

lines = lambda name: [json.loads(line) for line in open(f"{sys.argv[1]}/{name}.ndjson")]
items = lambda name: {(i["type"], i["id"]): i["fields"] for i in lines(name)}
truth, match = items("truth"), items("match")
assert len(truth) > 40 and truth == match, {k for k in truth.keys() | match.keys() if truth.get(k) != match.get(k)}
walk = lambda name: {(i["id"], json.dumps(i["fields"], sort_keys=True)) for i in lines(name)}
seen, did = walk("match-walk"), walk("truth-walk")
assert len(seen) > 100 and seen <= did, f"{len(seen - did)} of {len(seen)} places that nobody was at"
# A view and a controller are removed, or come back, while somebody looks; three turrets stay.
there = {}
for item in lines("come_and_go"):
    there.setdefault(item["tick"], []).append(item["type"])
kinds = {tuple(sorted(types)) for types in there.values()}
assert kinds <= {("Deployable_ObserverView",) * 3, ("Character_SpectatorController",) + ("Deployable_ObserverView",) * 4}, kinds
assert len(kinds) == 2 or len(there) < 82, "nothing came or went"  # they change every 4 s
info, verify = lines("info")[0], lines("verify")[0]
assert info["complete"] and info["map"] == "New Eden (embedded)" and info["tick_rate"] == 20
assert info["protocol"] == "gss 19551" and verify["wire_mismatch"] == 0 and verify["wire_ok"] > 10
# Every checksum that the client saw; how many fall into one snapshot is up to how busy this machine is.
checksums = int(re.search(r"checksums (\d+) ok", open(f"{sys.argv[1]}/client.log").read())[1])
assert verify["view_mismatch"] == 0 and verify["view_recomputed"] > 10 and info["view_checksum"]["ok"] == verify["view_ok"] == checksums > 50
for event in ("Generic_ChatMessageList", "Character_TookHit", "Character_ActivateAbility_Command"):
    assert info["events"].get(event, 0) >= 1, f"no {event}"
CHECK

# Export to the game community's capture format and back: the same recording.
"$BIN/tickreel" export "$WORK/match.reel" -o "$WORK/match.faucap" || fail "export ended with $?"
"$BIN/tickreel" import "$WORK/match.faucap" -o "$WORK/again.reel" >/dev/null || fail "import ended with $?"
"$BIN/tickreel" diff "$WORK/match.reel" "$WORK/again.reel" || fail ".faucap and back: another recording"

# The same traffic in other captures: one client, two, and one that connects twice. What was sent again (on a slow machine) is not in
# them: the .faucap notes it, and notes are taken from files only.
python3 "$(dirname "$(realpath "$0")")/firefall_captures.py" "$WORK/match.faucap" "$WORK" || fail "no captures"
for name in one.pcap two.pcapng twice.pcap; do
    "$BIN/tickreel" import "$WORK/$name" -o "$WORK/${name%.*}.reel" >"$WORK/$name.log" 2>&1 ||
        fail "import of $name ended with $?"
done
once=$WORK/match.reel
grep -q '"\(ServerResend\|ClientResend\|ServerLoss\)"' "$WORK/info.ndjson" && once=$WORK/one.reel
for number in 1 2; do
    "$BIN/tickreel" diff "$once" "$WORK/two-$number.reel" || fail "client $number of two: another recording"
done
"$BIN/tickreel" info --format ndjson "$WORK/twice.reel" >"$WORK/twice-info.ndjson" || fail "info ended with $?"
for name in one twice; do
    "$BIN/tickreel" at "$WORK/$name.reel" 100% --format ndjson >"$WORK/$name.ndjson" || fail "at $name ended with $?"
done
"$BIN/tickreel" info --format ndjson "$WORK/one.reel" >"$WORK/one-info.ndjson" || fail "info ended with $?"
python3 - "$WORK" <<'CHECK' || fail "who connects twice is recorded otherwise"
import json
import sys

lines = lambda name: [json.loads(line) for line in open(f"{sys.argv[1]}/{name}.ndjson")]
items = lambda name: {(i["type"], i["id"]): i["fields"] for i in lines(name)}
assert items("twice") == items("one") == items("match")
match, once, twice = lines("info")[0], lines("one-info")[0], lines("twice-info")[0]
for event in ("ServerResend", "ClientResend", "ServerLoss"):
    match["events"].pop(event, None)
assert match["events"] == once["events"] and match["snapshots"] == once["snapshots"]
assert twice["snapshots"] == 2 * once["snapshots"], (once["snapshots"], twice["snapshots"])
for event, count in once["events"].items():
    assert twice["events"][event] == 2 * count, event
CHECK
if [ -n "$OUT" ]; then "$BIN/tickreel" optimize "$WORK/match.reel" -o "$OUT" --force || fail "optimize ended with $?"; fi
echo "both ports recorded: views, places and events are the server's; .faucap, pcap and pcapng are the same"
