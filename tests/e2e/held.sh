#!/bin/bash
# The recorder thread stands still while clients play. With --spill nothing is lost; without it, and where that is full
# (of many clients), recording goes on at once after the release, and the hole has a name. The players notice nothing,
# and systemd's watchdog has no reason to end the program.
# usage: held.sh BIN_DIR [CLIENTS [SECONDS]]        (64 60: what a busy server needs)
set -u
BIN=$(realpath "${1:?usage: held.sh BIN_DIR [CLIENTS [SECONDS]]}")
CLIENTS=${2:-6}
HELD=${3:-14} # more than the 10 s after which it is told
QUEUE=$((CLIENTS / 6 > 1 ? CLIENTS / 6 : 1)) # a second of what they send, or two
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3

serve server --slots 64

# hold NAME OPTIONS...: exit code of the recorder in $code, the time of the release in $WORK/NAME.release
hold() {
    local name=$1
    shift
    mkdir -p "$WORK/$name-out"
    start manager "$HERE/notified.py" "$WORK/notify"
    wait_for manager listening 30
    : >"$WORK/recorder.log" # as the journal reads it
    JOURNAL_STREAM=$(stat -c %d:%i "$WORK/recorder.log") NOTIFY_SOCKET=$WORK/notify WATCHDOG_USEC=4000000 record recorder server --queue "$QUEUE" "$@" -o "$WORK/$name-out/{player}-{n}.reel"
    play clients recorder "$CLIENTS" 0
    sleep 3 # of a usual recording
    python3 "$HERE/hold_thread.py" "$recorder" "$HELD" >"$WORK/$name.release"
    local held=$?
    [ "$held" = 77 ] && skip "stopping a thread is not permitted here"
    [ "$held" = 0 ] || fail "the recorder thread was not held"
    sleep 9 # in which recording goes on
    leave clients
    stop recorder $((60 + 4 * HELD)) # what waits is decoded first
    code=$?
    stop manager 10
    rm "$WORK/notify"
    # Every 2 s, with a second to spare.
    awk '/^[0-9]/ { if (n++ && $1 - last > 3) late = $1 - last; last = $1 } END { if (late || n < '$HELD' / 2) { print late, n; exit 1 } }' \
        "$WORK/manager.log" || fail "$name: the watchdog was not told in time that the recorder lives"
    grep -Eq '^<4>tickreel record: nothing has been recorded for 1[0-9] s' "$WORK/recorder.log" || fail "$name: nobody said that nothing was recorded"
    grep -Eq 'recording goes on after 1[0-9] s' "$WORK/recorder.log" || fail "$name: nobody said that recording went on"
    cp "$WORK/clients.log" "$WORK/$name-clients.txt"
    cp "$WORK/recorder.log" "$WORK/$name-recorder.txt"
}
hold spilled --spill 1GiB
[ "$code" = 0 ] || fail "with --spill the recorder ended with $code"
names=(spilled dropped)
[ "$CLIENTS" -ge 32 ] && names+=(full)
for name in "${names[@]:1}"; do
    hold "$name" --spill "$([ "$name" = full ] && echo 8MiB || echo 0)"
    [ "$code" = 3 ] || fail "$name: the recorder ended with $code, not 3"
    grep -q 'datagrams are missing in the recording' "$WORK/recorder.log" || fail "$name: nothing says what is missing"
done

for name in "${names[@]}"; do
    for reel in "$WORK/$name-out/"*.reel; do "$BIN/tickreel" info --format ndjson "$reel"; done >"$WORK/$name.info"
done
python3 - "$WORK" "$BIN/tickreel" "$HERE/../conformance" "${names[@]}" <<'CHECK' || fail "the recordings are not what was played"
import datetime, json, os, subprocess, sys

work, program = sys.argv[1], sys.argv[2]
sys.path.insert(0, sys.argv[3])
from read_reel import Reel  # the reader that is no part of the program

for name in sys.argv[4:]:
    table = [line.split() for line in open(f"{work}/{name}-clients.txt")]
    head = next(i for i, words in enumerate(table) if words[:1] == ["player"])
    seen = {"_".join(words[:-5]): int(words[-5]) for words in table[head + 1:] if len(words) >= 6}  # as in file names
    infos = [json.loads(line) for line in open(f"{work}/{name}.info")]
    release = float(open(f"{work}/{name}.release").read())
    assert len(infos) == len(seen), f"{name}: {len(infos)} files of {len(seen)} players"
    worst, missing = 0.0, 0
    for info in infos:
        player = os.path.basename(info["file"]).split("-")[0]
        gaps = Reel(open(info["file"], "rb").read()).describe()["gaps"]
        if name == "spilled":
            assert info["snapshots"] >= seen[player] and not gaps, f"{player}: {info['snapshots']} of {seen[player]}, {gaps}"
            continue
        # One hole, with a name, and it ends soon. Of many clients a little more may be lost while the queue is worked off.
        assert len(gaps) == 1 or len(seen) >= 32 and gaps, f"{player}: {gaps}"
        assert all("overloaded" in gap[3] for gap in gaps), f"{player}: {gaps}"
        holes = sum(int(gap[2]) - int(gap[1]) for gap in gaps) // 2
        missing += holes
        assert info["snapshots"] + holes >= seen[player], f"{player}: snapshots missing"
        at = subprocess.run([program, "at", info["file"], gaps[-1][2], "--format", "ndjson"], capture_output=True, text=True)
        time = datetime.datetime.fromisoformat(json.loads(at.stdout.splitlines()[0])["time"].replace("Z", "+00:00"))
        worst = max(worst, time.timestamp() - release)
    assert worst < 5, f"{name}: recording again after {worst:.1f} s"
    print(f"{name}: {sum(seen.values())} snapshots at the clients, {missing} missing in the recordings" +
          (f", again {worst:.1f} s after the release" if missing else ""))
CHECK
