#!/bin/bash
# `tickreel record --match --split`: a match file for each map, made while the recorder goes on. Another recorder on the same way
# makes one recording of each client: put one behind the other, a client's views are that recording, nothing twice and nothing left
# out. Then a recorder that is killed, and the one after it; --split time, where all views change at one tick.
# usage: record_match_split.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: record_match_split.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
PLAYERS=4

wait_files() { # wait_files COUNT SECONDS GLOB: until there are so many
    local count=$1 seconds
    seconds=$(patience "$2")
    for _ in $(seq $((seconds * 10))); do
        [ "$(compgen -G "$3" | wc -l)" -ge "$count" ] && return
        sleep 0.1
    done
    fail "not $count files $3 in $seconds s: $(ls -R "$(dirname "$3")")"
}
tidy() { # tidy FOLDER: nothing but match files is left there
    local left
    left=$(find "$1" -mindepth 1 ! -name '*.reel')
    [ -z "$left" ] || fail "left in $1: $left"
}
serve server --seed 3 --slots 16 --clip --map-seconds 6

# Each map: clients, plain recorder, recorder with --match, server.
mkdir "$WORK/plain" "$WORK/cut"
record match server -o "$WORK/maps/{map}-{n}.reel" --match --split map --idle 5
record plain match -o "$WORK/plain/{player}.reel"
play first plain $PLAYERS 14
wait_end first 60 || fail "the clients ended with $?"
play second plain $PLAYERS 8 # others join what runs
wait_files 3 60 "$WORK/maps/*.reel" # made while it records
wait_end second 60 || fail "the clients ended with $?"
stop plain 30 || fail "the plain recorder ended with $?"
stop match 60 || fail "record --match --split ended with $?"
tidy "$WORK/maps"
MAPS=$(compgen -G "$WORK/maps/*.reel" | wc -l)
[ "$MAPS" -ge 4 ] || fail "only $MAPS match files"
for reel in "$WORK"/maps/*.reel; do
    "$BIN/tickreel" verify "$reel" >"$WORK/verify" || fail "$reel: $(cat "$WORK/verify")"
    for view in $("$BIN/tickreel" info "$reel" --format ndjson | python3 -c \
        'import json, sys; print(*[one["name"] for one in json.loads(sys.stdin.readline())["views"]])'); do
        "$BIN/tickreel" cut -q "$reel" --view "$view" -o "$WORK/cut/$(basename "$reel" .reel)@$view.reel" || fail "cut --view $view"
    done
done
cat >"$WORK/same.py" <<'CHECK'
# What views that follow each other have is what the plain recordings of the same clients have: items and checksums of each tick, in
# order, and the same events. A client is known by name and by the time at which its first snapshot came.
import collections, glob, json, os, subprocess, sys

tickreel, work = sys.argv[1], sys.argv[2]

def rows(path, *words):
    out = subprocess.run([tickreel, *words[:1], path, *words[1:], "--format", "ndjson"], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]

def said(path):
    ticks, events, start = {}, collections.Counter(), None
    for row in rows(path, "cat"):
        start = start or row["time"]
        del row["time"]
        ticks.setdefault((row.pop("segment", 0), int(row["tick"])), []).append(json.dumps(row, sort_keys=True))
    for row in rows(path, "list", "events"):
        del row["time"]
        row.pop("segment", 0)
        # How late it was is of the recorder's own clock; what came between two snapshots may have come before one of them there.
        for own in ("delay", "margin", "ack_lag", "status"):
            row["fields"].pop(own, None)
        del row["tick"]  # of the snapshot before
        events[json.dumps(row, sort_keys=True)] += 1
    return start, [(tick, items) for (segment, tick), items in sorted(ticks.items())], events

plain, views = collections.defaultdict(list), collections.defaultdict(list)
for path in glob.glob(f"{work}/plain/*.reel"):
    plain[os.path.basename(path)[:-5].split("-")[0]].append(said(path))
maps = set()
for path in glob.glob(f"{work}/cut/*.reel"):
    file, view = os.path.basename(path)[:-5].split("@")
    maps.add(file)
    views[view.split("-")[0]].append(said(path))
assert set(plain) == set(views) and len(plain) == 4, f"{set(plain)} and {set(views)}"
ticks = 0
for player in plain:
    wanted = [tick for _, one, _ in sorted(plain[player], key=lambda one: one[0]) for tick in one]
    found = [tick for _, one, _ in sorted(views[player], key=lambda one: one[0]) for tick in one]
    # The recorder nearer to the server may have what the other one got when the client had left, after each of the two games.
    at = extra = 0
    for tick in found:
        if at < len(wanted) and tick == wanted[at]:
            at += 1
        else:
            extra += 1
    assert at == len(wanted), f"{player}: tick {wanted[at][0]} ({at} of {len(wanted)}) is in no view or otherwise there; {extra} more"
    assert extra <= 6, f"{player}: {extra} ticks that the plain recorder has not"
    ticks += len(wanted)
    events = sum((one[2] for one in plain[player]), collections.Counter())
    kept = sum((one[2] for one in views[player]), collections.Counter())
    for less, more in ((events, kept), (kept, events)):
        differing = less - more
        assert sum(differing.values()) <= 4, f"{player}: {list(differing.items())[:9]}"
assert ticks > 1000, ticks
print(f"{ticks} ticks of {len(plain)} clients are in {len(maps)} match files, each once")
CHECK
python3 "$WORK/same.py" "$BIN/tickreel" "$WORK" || fail "the views are not what another recorder has"

# Killed in its third map, while it makes the file of the second or has made it: the next recorder goes on, and nothing is named twice.
record killed server -o "$WORK/kill/{map}-{n}.reel" --match --split map --idle 5
play left killed $PLAYERS 60
wait_files 1 60 "$WORK/kill/*.reel"
wait_files $PLAYERS 60 "$WORK/kill/recording.views/0003/*.reel"
for _ in $(seq 1200); do # until each has a chunk on the disk
    [ "$("$BIN/tickreel" verify --format ndjson "$WORK"/kill/recording.views/0003/*.reel 2>/dev/null | grep -c '"snapshots":[1-9]')" = "$PLAYERS" ] && break
    sleep 0.1
done
kill -KILL "$killed" "$left"
wait "$killed" "$left" 2>/dev/null
cksum "$WORK"/kill/*.reel >"$WORK/before"
record next server -o "$WORK/kill/{map}-{n}.reel" --match --split map --idle 5
grep -q 'recordings of an earlier recorder become views' "$WORK/next.log" || fail "nothing is said of the earlier recorder's files"
play again next $PLAYERS 8
wait_end again 60 || fail "the clients ended with $?"
stop next 60
[ $? = 3 ] || fail "what the killed recorder did not write is missing, and nobody says so"
cksum $(cut -d' ' -f3 "$WORK/before") | cmp - "$WORK/before" || fail "a match file of the killed recorder was changed"
[ -z "$(find "$WORK/kill" -name '*.tmp-*' -o -name '*.views' -o -name match.txt)" ] || fail "left: $(find "$WORK/kill")"
ls "$WORK"/kill/recording.kept/*.reel >/dev/null || fail "recordings that were cut off were removed"
for reel in "$WORK"/kill/*.reel; do
    "$BIN/tickreel" verify "$reel" >"$WORK/verify" || fail "$reel: $(cat "$WORK/verify")"
    starts=$("$BIN/tickreel" info "$reel" --format ndjson | python3 -c \
        'import json, sys; print(*sorted(one["start"] for one in json.loads(sys.stdin.readline())["views"]))')
    for start in $starts; do echo "$(basename "$reel") $start"; done
done >"$WORK/starts"
[ -z "$(sort -u "$WORK/starts" | cut -d' ' -f2 | sort | uniq -d)" ] || fail "one recording in two match files: $(cat "$WORK/starts")"
KILLED=$(compgen -G "$WORK/kill/*.reel" | wc -l)
[ "$KILLED" -ge 4 ] || fail "only $KILLED match files: $(cat "$WORK/next.log")"

# By time, all views change at one tick, also where the map changed meanwhile.
record timed server -o "$WORK/time/{date}/{map}.reel" --match --split time=2s --idle 5
play third timed $PLAYERS 9
wait_end third 60 || fail "the clients ended with $?"
stop timed 60 || fail "record --match --split time ended with $?"
python3 - "$BIN/tickreel" "$WORK" <<'CHECK' || fail "--split time: the views of a file are not of one stretch"
import csv, glob, io, subprocess, sys

tickreel, work = sys.argv[1], sys.argv[2]
files = []
for path in glob.glob(f"{work}/time/*/*.reel"):
    spans = []
    for view in range(1, 5):
        subprocess.run([tickreel, "cut", "-qf", path, "--view", str(view), "-o", f"{work}/one.reel"], check=True)
        out = subprocess.run([tickreel, "cat", f"{work}/one.reel", "--format", "csv"], capture_output=True, text=True, check=True).stdout
        rows = [(row["time"], int(row.get("segment") or 0), int(row["tick"])) for row in csv.DictReader(io.StringIO(out))]
        spans.append((rows[0], rows[-1]))
    files.append(sorted(spans))
files.sort()
assert len(files) >= 4, f"only {len(files)} files"
joined = 0
for before, after in zip(files, files[1:]):
    firsts = {first[2] for first, _ in after}
    if min(firsts) < max(last[2] for _, last in before):
        continue  # the map changed between them
    assert max(last[2] for _, last in before) < min(firsts), f"{before} and {after}"
    assert len(firsts) == 1, f"the views begin at {firsts}"
    joined += 1
assert joined >= 2, f"only {joined} of {len(files)} follow each other on one map"
print(f"{len(files)} files of 2 s")
CHECK
# By match, with a recorder that is killed and one that is stopped while they play: each match is one file, which has what all of the
# three recorders saw of it.
stop server 10
serve server --seed 5 --slots 16 --match-seconds 4
go_on() { record matches server -o "$WORK/match/{n}.reel" --match --split match --state "$WORK/state"; }
go_on
LISTEN=$(address_in matches)
play fourth matches $PLAYERS 0
for how in KILL TERM; do
    sleep 5.$((RANDOM % 10)) # into any part of a match
    kill -$how "$matches"
    wait "$matches" 2>/dev/null
    sleep 0.4
    go_on
    wait_for matches "$PLAYERS clients play on" 10
done
sleep 8 # two matches more
leave fourth
stop server 10
sleep 11 # with --state the match goes on when players were there in the last 10 s
stop matches 60
code=$? # 3: if it made the file of the killed recorder's match
[ $code = 0 ] || [ $code = 3 ] || fail "record --match --split match ended with $code"
[ -z "$(find "$WORK/match" -name '*.views' -o -name match.txt)" ] || fail "left: $(find "$WORK/match")"
python3 - "$BIN/tickreel" "$WORK" <<'CHECK' || fail "--split match: the files are not the matches"
import collections, glob, json, subprocess, sys

tickreel, work = sys.argv[1], sys.argv[2]
def rows(*words):
    out = subprocess.run([tickreel, *words, "--format", "ndjson"], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]

matches, seen = {}, collections.defaultdict(set)  # the file of each; ticks of each player
for path in glob.glob(f"{work}/match/*.reel"):
    starts, players = set(), set()
    for view in rows("info", path)[0]["views"]:
        subprocess.run([tickreel, "cut", "-qf", path, "--view", view["name"], "-o", f"{work}/one.reel"], check=True)
        player = view["name"].split("-")[0]
        ticks = {int(row["tick"]): row["fields"]["round_start_tick"] for row in rows("cat", f"{work}/one.reel", "--types", "GameInfo")}
        starts |= set(ticks.values())
        players.add(player)
        assert not seen[player] & set(ticks), f"{player}: ticks twice in {path}"
        seen[player] |= set(ticks)
    assert len(starts) == 1, f"{path} is of the matches that began at {starts}"
    (start,) = starts
    assert start not in matches, f"the match that began at {start} is in {matches[start]} and {path}"
    assert len(players) == 4, f"{path} has {players}"
    matches[start] = path
assert len(matches) >= 5, f"only {len(matches)} matches"
table = [line.split() for line in open(f"{work}/fourth.log")]
head = next(i for i, words in enumerate(table) if words[:1] == ["player"])
for words in table[head + 1:]:
    assert int(words[1]) <= len(seen[words[0]]), f"{words[0]}: {words[1]} snapshots at the client, {len(seen[words[0]])} in the views"
print(f"{len(matches)} matches in a file each, of three recorders")
CHECK
echo "$MAPS maps in $MAPS match files; $KILLED with a killed recorder between them"
