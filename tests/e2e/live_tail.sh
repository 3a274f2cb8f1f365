#!/bin/bash
# `tickreel tail` at the control socket of a running recorder: the lines of the recording, before they are in its file.
# usage: live_tail.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: live_tail.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3

tail_live() { "$BIN/tickreel" tail "$WORK/control" "$@"; }
newest_in() { tail -n 1 "$1" 2>/dev/null | grep -oE '"tick":"[0-9]+' | cut -d'"' -f4; }

serve server
record recorder server --control "$WORK/control" -o "$WORK/{player}.reel"
tail_live >/dev/null 2>"$WORK/nobody.log"
[ $? = 1 ] && grep -q 'nobody plays' "$WORK/nobody.log" || fail "a tail of nobody is no error"

# A socket of somebody else's.
python3 -c 'import socket, sys
with socket.socket(socket.AF_UNIX) as s:
    s.bind(sys.argv[1]); s.listen(); c = s.accept()[0]; c.recv(9); c.sendall(b"hello\n"); c.recv(9)' "$WORK/other" &
PIDS+=($!)
for _ in $(seq 1200); do [ -S "$WORK/other" ] && break; sleep 0.1; done
"$BIN/tickreel" tail "$WORK/other" >/dev/null 2>"$WORK/other.log"
[ $? = 1 ] && grep -q 'does not belong to a tickreel recorder' "$WORK/other.log" || fail "another program's socket is no error"
rm "$WORK/other" # then nobody listens there, as after a kill
python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$WORK/other"
"$BIN/tickreel" tail "$WORK/other" >/dev/null 2>"$WORK/other.log"
[ $? = 1 ] && grep -q "'tickreel record --control' names" "$WORK/other.log" || fail "no hint which socket it is"

play clients recorder 2 0
for _ in $(seq 1200); do # the status is a second old
    "$BIN/tickreel" ctl "$WORK/control" clients >"$WORK/who" 2>/dev/null
    [ "$(grep -c '"map":"[^"]' "$WORK/who")" = 2 ] && break
    sleep 0.1
done
tail_live >/dev/null 2>"$WORK/which.log"
[ $? = 1 ] && grep -q -- '--client' "$WORK/which.log" || fail "a tail of one of two is no error"
one=$(head -1 "$WORK/who" | grep -oE '"client":"[0-9]+"' | grep -oE '[0-9]+')
player=$(head -1 "$WORK/who" | grep -oE '"player":"[^"]+"' | cut -d'"' -f4)

"$BIN/tickreel" tail "$WORK/control" --client "$one" --types Character,kill >"$WORK/lines" 2>"$WORK/tail.log" &
tail=$!
PIDS+=("$tail")
tail_live --client "$one" --types Character --format arrow >"$WORK/arrow" 2>/dev/null &
arrow=$!
PIDS+=("$arrow")
# Batches begin and end with the mark of a message; one comes with every snapshot.
batches() { LC_ALL=C grep -aoc -P '\xff\xff\xff\xff' "$WORK/arrow"; }
ahead=0
is_ahead() { # three times
    "$BIN/tickreel" info --format ndjson "$WORK/$player.reel" >"$WORK/info" 2>/dev/null
    in_file=$(grep -oE '"tick_last":"[0-9]+' "$WORK/info" | grep -oE '[0-9]+$') live=$(newest_in "$WORK/lines")
    [ -n "$in_file" ] && [ -n "$live" ] && [ "$live" -gt "$in_file" ] && ahead=$((ahead + 1))
    [ "$ahead" -ge 3 ] && [ "$(wc -l <"$WORK/lines")" -gt 200 ] && [ "$(batches)" -gt 110 ]
}
wait_until 15 "lines that are ahead of the file" is_ahead
leave clients
stop recorder 30 || fail "tickreel record ended with $?"
wait "$tail" || fail "tickreel tail ended with $?"
wait "$arrow" || fail "tickreel tail --format arrow ended with $?"
[ "$(head -c 4 "$WORK/arrow" | od -An -tx1 | tr -d ' ')" = ffffffff ] && [ "$(tail -c 8 "$WORK/arrow" | od -An -tx1 | tr -d ' \n')" = ffffffff00000000 ] ||
    fail "the Arrow stream has no begin or no end"
[ "$(batches)" -gt 100 ] || fail "the Arrow stream has only $(batches) messages"

# The same lines as of the file, from where the tail began.
"$BIN/tickreel" tail --from-start --types Character,kill "$WORK/$player.reel" >"$WORK/all" 2>/dev/null
count=$(wc -l <"$WORK/lines")
[ "$count" -gt 100 ] || fail "only $count lines came"
tail -n "$count" "$WORK/all" | cmp -s - "$WORK/lines" || fail "the lines are not those of the file"
echo "$count lines as in the file, $ahead times ahead of it"
