#!/bin/bash
# `tickreel record --match`: one file for all clients. Each view is equal in everything to what was recorded of its client (the
# recordings are linked before they are removed), and in its items to what a plain recorder on the same way has. Clients that come
# after others left are in it too, so are those of a recorder that was killed while they played.
# usage: record_match.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: record_match.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
PLAYERS=4

# said REEL: all that commands say of it, its name and the sizes in the file aside.
said() {
    local list
    "$BIN/tickreel" cat "$1" --format ndjson || fail "cat $1 ended with $?"
    for list in events markers types attachments; do
        "$BIN/tickreel" list "$1" $list --format ndjson | sed -E 's/"stored_bytes":[^,}]*//'
    done
    "$BIN/tickreel" verify --strict --format ndjson "$1" | sed -E 's/"(file|chunks)":[^,]*,//g'
    "$BIN/tickreel" sql "$1" 'SELECT * EXCLUDE (file) FROM snapshots' --format csv 2>/dev/null # without DuckDB: nothing
}
items() { "$BIN/tickreel" cat "$1" --format csv | cut -d, -f1,3-; } # without the time, which is the recorder's own
# same VIEWS: each of the recordings in kept/ is a view of match.reel.
same() {
    local reel view count=0
    for reel in "$WORK"/kept/*.reel; do
        view=$(basename "$reel" .reel)
        "$BIN/tickreel" cut "$WORK/match.reel" --view "$view" -o "$WORK/cut/$view.reel" 2>/dev/null || fail "cut --view $view"
        "$BIN/tickreel" diff "$WORK/cut/$view.reel" "$reel" >"$WORK/diff.txt" || fail "$view: $(cat "$WORK/diff.txt")"
        said "$reel" >"$WORK/recorded" && said "$WORK/cut/$view.reel" >"$WORK/taken_out"
        cmp "$WORK/recorded" "$WORK/taken_out" || fail "$view: $(diff "$WORK/recorded" "$WORK/taken_out" | head -4)"
        count=$((count + 1))
    done
    [ $count = "$1" ] || fail "$count views of $1"
    [ "$("$BIN/tickreel" info "$WORK/match.reel" --format ndjson | grep -o '"number"' | wc -l)" = "$1" ] || fail "other views than recordings"
}

mkdir "$WORK/cut" "$WORK/kept" "$WORK/plain"
serve server --seed 3 --slots 16 --clip

# Clients, plain recorder, recorder with --match, server. The second four come when the first have left.
record match server -o "$WORK/match.reel" --match
record plain match -o "$WORK/plain/{player}.reel"
for round in first second; do
    play $round plain $PLAYERS 3
    wait_end $round 40 || fail "the clients ended with $?"
done
stop plain 30 || fail "the plain recorder ended with $?"
ln "$WORK"/match.views/*.reel "$WORK/kept/"
stop match 30 || fail "tickreel record --match ended with $?"
[ ! -e "$WORK/match.views" ] || fail "something is left: $(ls "$WORK/match.views")"
same 8
# The recorder nearer to the server may have passed snapshots on that the other one got when the client had left.
for reel in "$WORK"/plain/*.reel; do
    items "$reel" >"$WORK/plain.csv" && items "$WORK/cut/$(basename "$reel")" >"$WORK/view.csv"
    lines=$(wc -l <"$WORK/plain.csv")
    head -n "$lines" "$WORK/view.csv" | cmp "$WORK/plain.csv" - || fail "$(basename "$reel"): another recorder has other items"
    [ "$lines" -gt 1000 ] || fail "$reel: hardly any items"
    [ "$(tail -n +$((lines + 1)) "$WORK/view.csv" | cut -d, -f1 | sort -u | wc -l)" -le 3 ] || fail "$reel: ends much earlier"
done

# What a client asked for and pressed, and the answers to it, are in its view, and not in the union, where nothing would tell whose they
# were. The union's gaps come from those of the views.
"$BIN/tickreel" cut "$WORK/match.reel" -q --view union -o "$WORK/union.reel" || fail "the union"
"$BIN/tickreel" info "$WORK/kept/Aster.reel" | grep -q '^events:.*Cl_StartInfo.*Input .*InputTiming' || fail "no inputs in a view"
"$BIN/tickreel" info "$WORK/union.reel" | grep '^events:' | grep -qE 'Cl_|Input' && fail "inputs or answers to them in the union"

# What SQL says of who saw whom and of conflicts is what the single recordings say.
if "$BIN/tickreel" sql "$WORK/kept/Aster.reel" 'SELECT 1' >"$WORK/sql.txt" 2>&1; then # there is DuckDB
    "$BIN/tickreel" sql "$WORK/match.reel" 'SELECT viewer, tick, id FROM visible' --format csv >"$WORK/visible.csv" || fail "visible"
    "$BIN/tickreel" sql "$WORK/match.reel" 'SELECT viewer, tick, type, id, field, value FROM conflicts' --format csv >"$WORK/conflicts.csv" ||
        fail "conflicts"
    "$BIN/tickreel" sql "$WORK/match.reel" 'SELECT viewer, tick, type, id FROM missing' --format csv >"$WORK/missing.csv" || fail "missing"
    "$BIN/tickreel" cat "$WORK/union.reel" --format ndjson >"$WORK/union.items"
    for reel in "$WORK"/kept/*.reel; do "$BIN/tickreel" cat "$reel" --format ndjson >"${reel%.reel}.items"; done
    python3 - "$WORK" <<'CHECK' || fail "SQL and the recordings do not agree"
import collections, csv, glob, json, os, sys

work = sys.argv[1]
sent = collections.defaultdict(dict)  # of each item at each tick: what it was for whom
for path in glob.glob(f"{work}/kept/*.items"):
    viewer = os.path.basename(path)[:-6]
    for line in open(path):
        one = json.loads(line)
        sent[one["tick"], one["type"], one["id"]][viewer] = one["fields"]
visible = [tuple(row) for row in csv.reader(open(f"{work}/visible.csv"))][1:]
wanted = {(viewer, tick, id) for (tick, type, id), by in sent.items() if type == "Character" for viewer in by}
assert len(visible) == len(wanted), f"{len(visible)} rows, {len(wanted)} in the recordings"
assert set(visible) == wanted, f"other rows: {list(set(visible) ^ wanted)[:5]}"
frames = {(viewer, tick) for (tick, type, id), by in sent.items() for viewer in by}
union = {(one["tick"], one["type"], one["id"]) for one in map(json.loads, open(f"{work}/union.items"))}
viewers = {viewer for viewer, tick in frames}
lacked = {(viewer, *key) for key in union for viewer in viewers if (viewer, key[0]) in frames and viewer not in sent.get(key, {})}
missing = [tuple(row) for row in csv.reader(open(f"{work}/missing.csv"))][1:]
assert len(missing) == len(set(missing)), "a row of missing twice"
assert set(missing) == lacked, f"missing has other rows: {list(set(missing) ^ lacked)[:5]} of {len(missing)}"
assert len(lacked) > 100, f"only {len(lacked)} missing"
found = collections.defaultdict(lambda: collections.defaultdict(dict))
for viewer, tick, type, id, field, value in list(csv.reader(open(f"{work}/conflicts.csv")))[1:]:
    assert field not in found[tick, type, id][viewer], "a row twice"
    found[tick, type, id][viewer][field] = value
alike = lambda one: json.dumps(one, sort_keys=True)
differing = {key for key, by in sent.items() if len(set(map(alike, by.values()))) > 1}
assert set(found) == differing, f"{len(found)} items in conflict, {len(differing)} in the recordings"
for key, by in found.items():
    same = [fields for viewer, fields in sent[key].items() if viewer not in by]
    assert len(set(map(alike, same))) == 1, f"{key}: those who are not named have different values"
    counts = collections.Counter(map(alike, sent[key].values()))
    assert len(same) == max(counts.values()), f"{key}: {len(same)} have what most are said to have, of {counts}"
    for viewer, fields in by.items():
        has = sent[key][viewer]
        assert {name for name in has if has[name] != same[0][name]} == set(fields), f"{key}: other fields for {viewer}"
assert len(wanted) > 1000 and len(differing) > 1000, f"only {len(wanted)} sights, {len(differing)} conflicts"
print(f"{len(wanted)} sights, {len(lacked)} missing and {len(differing)} items in conflict, as in the recordings")
CHECK
fi

# Killed while they play: the recordings can be read, and the next recorder's match file has them.
rm -f "$WORK"/kept/* "$WORK"/cut/* "$WORK/match.reel"
record killed server -o "$WORK/match.reel" --match
play left killed $PLAYERS 30
for _ in $(seq 1200); do # until each has a chunk on the disk
    [ "$("$BIN/tickreel" verify --format ndjson "$WORK"/match.views/*.reel 2>/dev/null | grep -c '"snapshots":[1-9]')" = "$PLAYERS" ] && break
    sleep 0.1
done
kill -KILL "$killed" "$left"
wait "$killed" "$left" 2>/dev/null
[ ! -e "$WORK/match.reel" ] || fail "a match file of a match that was not over"
"$BIN/tickreel" verify --format ndjson "$WORK"/match.views/*.reel >"$WORK/verify" 2>/dev/null
[ "$(grep -c '"chunks_bad":0,"snapshots":[1-9]' "$WORK/verify")" = "$PLAYERS" ] || fail "not all recordings can be read: $(cat "$WORK/verify")"
record next server -o "$WORK/match.reel" --match
grep -q "$PLAYERS recordings of an earlier recorder become views" "$WORK/next.log" || fail "nothing is said of the earlier recorder's files"
play again next $PLAYERS 3
wait_end again 40 || fail "the clients ended with $?"
stop next 30
[ $? = 3 ] || fail "what the killed recorder did not write is missing, and nobody says so"
"$BIN/tickreel" verify "$WORK/match.reel" >"$WORK/verify" || fail "verify ended with $?"
# Who came back has a name with a number or without; the four that were killed and the four that played then.
[ "$(grep -c 'view .*: ok' "$WORK/verify")" = 8 ] || fail "$(cat "$WORK/verify")"
ls "$WORK"/match.kept/*.reel >/dev/null || fail "recordings that were cut off were removed"

echo "16 views of 2 match files are the recordings that were made, those of a killed recorder are kept"
