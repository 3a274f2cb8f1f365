#!/bin/bash
# A server of the embedded match, its clients, and a recorder between them to which everything happens at random: kill -9,
# restarts, floods of server-list pings, a processor that it does not get (SIGSTOP), a recorder thread that hangs, other files
# (ctl split), marks, signals and orders. Every snapshot
# that a client got must be in a recording, or in a gap that has a name. Prints how memory and descriptors grow, players and
# snapshots lost, bytes on disk.
# With KILLS=1 the trouble is always kill -9, and a real DDNet client plays among the others, if one is installed.
# With MATCH=1 it is one match file (record --match), and the recordings are its views; LOSS=2: percent of the datagrams between
# clients and recorder that get lost.
# usage: [KILLS=1] [MATCH=1] [LOSS=PERCENT] soak.sh MINUTES [BIN_DIR [CLIENTS [SECONDS_BETWEEN_TROUBLE]]]
set -u
MINUTES=${1:?usage: soak.sh MINUTES [BIN_DIR [CLIENTS [SECONDS]]]}
HERE=$(dirname "$(realpath "$0")")
BIN=$(realpath "${2:-$HERE/../build/release/bin}")
CLIENTS=${3:-64}
EVERY=${4:-20}
. "$HERE/e2e/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
SECONDS_ALL=$(python3 -c "print(int(float('$MINUTES') * 60))")


# The state belongs on a memory file system, where there is one.
STATE=$WORK/state
[ -w /dev/shm ] && STATE=$(mktemp -d /dev/shm/tickreel-soak-XXXXXX) && trap 'rm -rf "$STATE"; clean_up' EXIT
mkdir -p "$WORK/out" "$STATE"

runs=0
files=(-o "$WORK/out/{connection}-{player}-{n}.reel")
[ -n "${MATCH:-}" ] && files=(--match -o "$WORK/match.reel")
go_on() {
    cp "$WORK/recorder.log" "$WORK/recorder-$runs.log" 2>/dev/null # of the one that has ended
    runs=$((runs + 1))
    record recorder server --state "$STATE/state" --control "$STATE/control" --idle 60 "${files[@]}"
    LISTEN=$(address_in recorder)
}
resources() { # memory in KiB and descriptors of the recorder that runs
    echo "$SECONDS $runs $(awk '/VmRSS/ {print $2}' "/proc/$recorder/status" 2>/dev/null) $(ls "/proc/$recorder/fd" 2>/dev/null | wc -l)" >>"$WORK/resources.txt"
}
ping_flood() {
    python3 - "$LISTEN" <<'PINGS'
import socket, sys
host, port = sys.argv[1].split(":")
for i in range(500):
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.sendto(b"\xff" * 10 + b"gie3" + bytes([i % 256]), (host, int(port)))
    one.close()
PINGS
}

serve server --slots 64
go_on
way=$LISTEN
if [ -n "${LOSS:-}" ]; then
    start relay python3 "$HERE/e2e/lossy_relay.py" 0 "${LISTEN#*:}" "$LOSS" 15 1
    wait_for relay 'relay on' 10
    way=$(address_in relay)
fi
play clients "$way" "$CLIENTS" "$SECONDS_ALL"
real=
if [ -n "${KILLS:-}" ] && [ -x /usr/games/DDNet ] && command -v Xvfb >/dev/null; then
    start_display 320 240
    write_client_config "$WORK/client.cfg" 320 240
    start_client "$way"
    wait_for client "'Visitor' entered and joined the" 90
    real=1
fi
SECONDS=0
next=$EVERY
kills=0
while kill -0 "$clients" 2>/dev/null; do
    resources
    sleep 1 # between two samples
    [ "$SECONDS" -lt "$next" ] && continue
    # A recorder that is asked to end while the last ones leave ends the match, and makes its file.
    [ "$SECONDS" -gt $((SECONDS_ALL - 5)) ] && continue
    next=$((SECONDS + EVERY))
    trouble=$((RANDOM % 9))
    [ -n "${KILLS:-}" ] && trouble=0
    echo "$SECONDS s: trouble $trouble" >>"$WORK/trouble.log"
    case $trouble in
    0 | 1) kill -KILL "$recorder"; wait "$recorder" 2>/dev/null; kills=$((kills + 1)); go_on ;;
    2) kill -TERM "$recorder"; wait "$recorder" 2>/dev/null; go_on ;;
    3) ping_flood ;;
    4) kill -STOP "$recorder"; sleep 0.3; kill -CONT "$recorder" ;; # so long it gets no processor
    5) "$BIN/tickreel" ctl "$STATE/control" mark --text soak >/dev/null 2>&1 ;;
    6) "$BIN/tickreel" ctl "$STATE/control" split >/dev/null 2>&1 ;;
    7) python3 "$HERE/e2e/hold_thread.py" "$recorder" 3 >/dev/null 2>&1 ;; # 77: not permitted here
    8) # nothing is kept to be saved, and no list to be read: it says so and goes on
        kill -USR1 "$recorder"
        kill -HUP "$recorder"
        "$BIN/tickreel" ctl "$STATE/control" clients >/dev/null 2>&1
        "$BIN/tickreel" ctl "$STATE/control" reload >/dev/null 2>&1
        ;;
    esac
    echo "$SECONDS s: over" >>"$WORK/trouble.log"
done
wait "$clients"
clients_code=$?
if [ -n "$real" ]; then
    ask_client 'say still here' 'Visitor: still here' 20
    grep -qE "offline error|disconnected" "$WORK/client.log" && fail "the DDNet client was disconnected"
    tell_client 'quit'
    wait_end client 30
    echo "the DDNet client played to the end"
fi
if [ -n "${MATCH:-}" ]; then
    stop server 10 # who left may still be sent snapshots, if that got lost
    sleep 11 # the match is not over before nobody has played for 10 s
fi
stop recorder 600
code=$?
[ "$code" = 0 ] || { [ "$code" = 3 ] && [ -n "${MATCH:-}" ] && [ "$kills" != 0 ]; } || fail "the last recorder ended with $code"
if [ -n "${MATCH:-}" ]; then
    "$BIN/tickreel" verify "$WORK/match.reel" >"$WORK/views.txt" || fail "the match file: $(grep -v ': ok' "$WORK/views.txt")"
    views=$(grep -c 'view .*: ok' "$WORK/views.txt")
    for view in $(seq "$views"); do
        "$BIN/tickreel" cut -q "$WORK/match.reel" --view "$view" -o "$WORK/out/$view.reel" || fail "cut --view $view"
    done
    echo "match file of $views views: $(stat -c %s "$WORK/match.reel") bytes, largest view $(stat -c %s "$WORK"/out/*.reel | sort -n | tail -1)"
    "$BIN/tickreel" sql "$WORK/match.reel" "SELECT count(*) AS conflicts, count(*) FILTER (field NOT IN
        ('local', 'health', 'armor', 'ammo_count')) AS others FROM conflicts" --format csv 2>/dev/null | tail -1 | sed 's/^/conflicts, of other fields than the own: /'
fi

"$BIN/tickreel" verify --format ndjson "$WORK"/out/*.reel >"$WORK/verify.ndjson" 2>/dev/null
"$BIN/tickreel" query --format ndjson "$WORK"/out/*.reel 'PlayerInfo.local == true' >"$WORK/query.ndjson" 2>/dev/null
python3 - "$WORK" "$CLIENTS" "$runs" "$kills" "$clients_code" <<'REPORT' || fail "the recordings are not what was played"
import glob, json, os, sys

work, clients, runs, kills, code = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
lines = lambda name: [json.loads(line) for line in open(f"{work}/{name}") if line.strip()]
table = [line.split() for line in open(f"{work}/clients.log")]
head = next(i for i, words in enumerate(table) if words[:1] == ["player"])
seen = {" ".join(words[:-5]): int(words[-5]) for words in table[head + 1:] if len(words) >= 6}  # names have one word or two
verify = lines("verify.ndjson")
unreadable, mismatch = 0, 0
for one in verify:
    unreadable += one["chunks_bad"] + one["deltas_failed"]
    mismatch += one["wire_mismatch"]
    if one["chunks_bad"] or one["deltas_failed"] or one["wire_mismatch"]:
        print("broken:", one)
recorded, spans = {}, {}  # of each player, whatever its files are called
for one in lines("query.ndjson"):
    recorded[one["name"]] = recorded.get(one["name"], 0) + one["snapshots"]
    spans.setdefault(one["name"], []).append((int(one["tick_first"]), int(one["tick_last"])))
twice = 0
for all_of_one in spans.values():
    for before, after in zip(sorted(all_of_one), sorted(all_of_one)[1:]):
        twice += max(0, (before[1] - after[0]) // 2 + 1)
rows = [list(map(int, line.split())) for line in open(f"{work}/resources.txt") if len(line.split()) == 4]


def slope(column):  # of the longest run, per minute
    best = max({row[1] for row in rows}, key=lambda run: sum(row[1] == run for row in rows))
    points = [(row[0], row[column]) for row in rows if row[1] == best][5:]
    if len(points) < 10:
        return 0.0
    n, sx, sy = len(points), sum(x for x, _ in points), sum(y for _, y in points)
    sxx, sxy = sum(x * x for x, _ in points), sum(x * y for x, y in points)
    return 60.0 * (n * sxy - sx * sy) / max(1, n * sxx - sx * sx)


lost_players = clients - len(seen) + sum(count == 0 for count in seen.values())
lost = sum(max(0, count - recorded.get(name, 0)) for name, count in seen.items())
print(f"{runs} recorders ({kills} killed), {clients} clients, {len(verify)} files")
print(f"players lost: {lost_players}")
print(f"snapshots: {sum(seen.values())} at the clients, {sum(recorded.values())} recorded, twice: {twice}, lost: {lost}")
print(f"memory: {max(row[2] for row in rows) // 1024} MiB at most, {slope(2):+.0f} KiB a minute")
print(f"descriptors: {max(row[3] for row in rows)} at most, {slope(3):+.1f} a minute")
print(f"bytes on disk: {sum(os.path.getsize(path) for path in glob.glob(work + '/out/*'))}")
assert code == 0 and lost_players == 0, "players were lost"
assert unreadable == 0 and mismatch == 0, "something in the recordings is broken"
assert lost == 0 and twice == 0, "snapshots are missing, or in two files"
REPORT
