#!/bin/bash
# `record --match` whose folder is full or removed while clients play: recordings go on in --fallback, and the match file has them,
# also that of the recorder after one that was killed then, and with --split. Another recorder on the same way says what the clients
# were sent: each snapshot is in one view, with the same items.
# usage: match_fallback.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: match_fallback.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
PLAYERS=2
DISK=$WORK/disk
mkdir "$DISK"
mount -t tmpfs -o size=3m tickreel-test "$DISK" 2>/dev/null || skip "mounting a small tmpfs is not permitted here"
trap 'umount -l "$DISK" 2>/dev/null; clean_up' EXIT

said() { [ "$(grep -cF -- "$2" "$WORK/$1.log")" -ge "$3" ]; }
# hold_snapshots FOLDER: its files may not be there yet at the first look.
hold_snapshots() { [ "$("$BIN/tickreel" verify --format ndjson "$1"/*.reel 2>/dev/null | grep -c '"snapshots":[1-9]')" -ge $PLAYERS ]; }
fill() { dd if=/dev/zero of="$DISK/ballast" bs=4k 2>/dev/null; }
# same NAME LOSES MATCH...: what is in plain-NAME/ is in views of these files. LOSES: what no recorder had has a name.
same() {
    local name=$1 loses=$2 match count
    shift 2
    mkdir "$WORK/cut-$name"
    for match in "$@"; do
        "$BIN/tickreel" verify "$match" >"$WORK/verify" || fail "$match: $(cat "$WORK/verify")"
        count=$(wc -l <"$WORK/verify")
        for view in $(seq "$count"); do
            "$BIN/tickreel" cut -q "$match" --view "$view" -o "$WORK/cut-$name/$(basename "$match" .reel)@$view.reel" || fail "cut --view $view"
        done
    done
    python3 - "$WORK" "$name" "$loses" "$BIN/tickreel" "$(dirname "$(realpath "$0")")/../conformance" <<'CHECK' || fail "$name: the views are not what another recorder has"
import collections, glob, json, subprocess, sys

sys.path.insert(0, sys.argv[5])
from read_reel import Reel  # the reader that is no part of the program

work, name, loses, program = sys.argv[1], sys.argv[2], sys.argv[3] == "loses", sys.argv[4]
def items(folder):
    found = collections.defaultdict(lambda: collections.defaultdict(list))  # of each player, at each tick: of each file
    for path in glob.glob(f"{work}/{folder}-{name}/*.reel"):
        out = subprocess.run([program, "cat", path, "--format", "ndjson"], capture_output=True, text=True, check=True).stdout
        here, own = collections.defaultdict(list), None
        for row in map(json.loads, out.splitlines()):
            own = row["id"] if row["type"] == "PlayerInfo" and row["fields"]["local"] else own
            here[int(row["tick"])].append((row["type"], row["id"], json.dumps(row["fields"], sort_keys=True)))
        for tick, lines in here.items():
            found[own][tick].append((sorted(lines), path))
    return found
sent, views = items("plain"), items("cut")
assert len(sent) == 2 and set(sent) == set(views), f"players {set(sent)} and {set(views)}"
named = collections.defaultdict(set)
for player in views:
    for path in {path for at in views[player].values() for _, path in at}:
        for _, first, end, reason in Reel(open(path, "rb").read()).describe()["gaps"]:
            named[player].update(range(int(first), int(end)))
missing = 0
for player in sent:
    for tick, ((lines, _),) in sent[player].items():
        have = views[player].get(tick, [])
        if not have and loses:
            assert tick in named[player], f"player {player}: nothing says why {tick} is missing"
            missing += 1
            continue
        assert len(have) == 1, f"player {player}: tick {tick} is in {[path for _, path in have]}"
        assert have[0][0] == lines, f"player {player}: other items at tick {tick}"
print(f"{name}: {sum(map(len, sent.values()))} snapshots, {missing} of them missing with a name, the others in one view each")
CHECK
}
nothing_left() { # nothing_left FOLDER...: but match files, and recordings that were cut off
    local left
    left=$(find "$@" -mindepth 1 ! -path '*.kept*' ! -path "$DISK/ballast" ! -name '*.reel' ; find "$@" -path '*.views*')
    [ -z "$left" ] || fail "left: $left"
}
serve server --seed 3 --clip

# Full, so that recordings go on elsewhere; then the recorder is killed, and the next one finds them there.
first() { record killed server -o "$DISK/out/match.reel" --match --state "$WORK/state" --fallback "$WORK/elsewhere" --flush 0.4; }
mkdir "$DISK/out"
first
record plain killed -o "$WORK/plain-killed/{player}.reel"
play players plain $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/out/match.views"
fill
wait_until 10 "recording goes on elsewhere" said killed "recording resumed in $WORK/elsewhere" $PLAYERS
sleep 1.5 # of recordings there
kill -KILL "$killed"
wait "$killed" 2>/dev/null
rm "$DISK/ballast"
LISTEN=$(address_in killed) first
wait_for killed "$PLAYERS clients play on" 10
sleep 2 # of play
leave players
stop plain 30 || fail "the plain recorder ended with $?"
sleep 11 # until the recorder says that the match is over
stop killed 60
[ $? = 3 ] || fail "what the full disk cost is missing, and nobody says so"
same killed loses "$DISK/out/match.reel"
nothing_left "$DISK/out" "$WORK/elsewhere"
rm -r "$DISK/out" "$WORK/elsewhere"

# Full for a while, and another file every few seconds: those of that time are made when there is room again.
record split server -o "$DISK/out/{map}-{n}.reel" --match --split size=30kB --fallback "$WORK/elsewhere" --flush 0.4
record plain split -o "$WORK/plain-split/{player}.reel"
play players plain $PLAYERS 0
wait_until 20 "a match file" compgen -G "$DISK/out/*.reel" >/dev/null
fill
wait_until 10 "recordings elsewhere" said split "$WORK/elsewhere" $PLAYERS # as soon as they are begun
sleep 9 # two rounds: a file is at least as much play as map, five seconds
rm "$DISK/ballast"
match_files() { [ "$(compgen -G "$DISK/out/*.reel" | wc -l)" -ge "$1" ]; }
wait_until 20 "match files of that time" match_files 4
leave players
stop plain 30 || fail "the plain recorder ended with $?"
stop split 60
[ $? = 3 ] || fail "what the full disk cost is missing, and nobody says so"
same split loses "$DISK"/out/*.reel
nothing_left "$DISK/out" "$WORK/elsewhere"

# Unmounted for a while: the match files of that time wait for the disk, which may have a part of their recordings.
mkdir "$WORK/behind"
mount --bind "$DISK" "$WORK/behind" || fail "the disk cannot be mounted at a second place"
trap 'umount -l "$DISK" "$WORK/behind" 2>/dev/null; clean_up' EXIT
rm "$DISK"/out/*.reel
record away server -o "$DISK/out/{map}-{n}.reel" --match --split size=30kB --fallback "$WORK/elsewhere" --flush 0.4
record plain away -o "$WORK/plain-away/{player}.reel"
play players plain $PLAYERS 0
wait_until 20 "a match file" match_files 1
umount -l "$DISK"
wait_until 10 "recordings elsewhere" said away "$WORK/elsewhere" $PLAYERS
wait_until 30 "match files wait" said away "the disk of $DISK/out is not mounted any more; match files wait for it" 1
sleep 6 # a round more
[ -z "$(find "$DISK" -mindepth 1)" ] || fail "below the mount point: $(find "$DISK" -mindepth 1)"
[ -n "$(find "$WORK/elsewhere" -name '*.reel')" ] || fail "the recordings of that time are gone"
before=$(compgen -G "$WORK/behind/out/*.reel" | wc -l)
mount --bind "$WORK/behind" "$DISK" || fail "the disk cannot be mounted again"
wait_until 20 "match files of that time" match_files $((before + 2))
leave players
stop plain 30 || fail "the plain recorder ended with $?"
stop away 60
[ $? = 3 ] || fail "what the unmounted disk cost is missing, and nobody says so"
same away loses "$DISK"/out/*.reel
nothing_left "$DISK/out" "$WORK/elsewhere"

# Still away when the recorder ends: what is left waits for the next one.
rm "$DISK"/out/*.reel
record last server -o "$DISK/out/{map}-{n}.reel" --match --fallback "$WORK/elsewhere" --flush 0.4
record plain last -o "$WORK/plain-last/{player}.reel"
play players plain $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/out/recording.views"
umount -l "$DISK"
wait_until 10 "recordings elsewhere" said last "recording resumed in $WORK/elsewhere" $PLAYERS
sleep 2 # of play
leave players
stop plain 30 || fail "the plain recorder ended with $?"
stop last 60
[ $? = 1 ] || fail "a match file that the unmounted disk has no place for is not missed"
said last "$PLAYERS recordings of the match: they stay; mount it" 1 || fail "the recorder does not say what to do"
[ -z "$(find "$DISK" -mindepth 1)" ] || fail "below the mount point: $(find "$DISK" -mindepth 1)"
mount --bind "$WORK/behind" "$DISK" || fail "the disk cannot be mounted again"
record next server -o "$DISK/out/{map}-{n}.reel" --match --fallback "$WORK/elsewhere"
stop next 60 # 3: what was on the disk has no end
same last loses "$DISK"/out/*.reel
nothing_left "$DISK/out" "$WORK/elsewhere"
umount -l "$WORK/behind"

# Removed: what was there is gone, and that is said; the rest becomes a match file.
record gone server -o "$DISK/gone/{n}.reel" --match --flush 0.4
record plain gone -o "$WORK/plain-gone/{player}.reel"
play players plain $PLAYERS 0
wait_until 10 "snapshots on the disk" hold_snapshots "$DISK/gone/recording.views"
rm -r "$DISK/gone"
wait_until 10 "the removed folder is said" said gone 'was removed or moved' $PLAYERS
wait_until 10 "snapshots of the rest" hold_snapshots "$DISK/gone/recording.views"
leave players
stop plain 30 || fail "the plain recorder ended with $?"
stop gone 60
[ $? = 3 ] || fail "recordings that were removed have another exit code than 3"
"$BIN/tickreel" verify "$DISK/gone/1.reel" >"$WORK/verify" || fail "the match file of the rest: $(cat "$WORK/verify")"
echo "recordings of a full and of a removed folder are in the match files"
