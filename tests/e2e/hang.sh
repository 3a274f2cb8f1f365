#!/bin/bash
# A server that hangs while its client plays on, says goodbye, and the recorder ends: all that the client sent is in the
# recording, as its decoder counts it. Nor is any of it there twice if another recorder goes on meanwhile.
# usage: hang.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: hang.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match"

serve server
record recorder server -v --flush 0.5 -o "$WORK/{n}.reel"
play clients recorder 1 0
sleep 2 # of play
kill -STOP "$server"
sleep 3 # six times what is flushed after
leave clients
stop recorder 60 || fail "the recorder ended with $?"
kill -CONT "$server"
asked() { "$BIN/tickreel" sql "$WORK/1.reel" "$1" --format csv -q | tail -1; }
inputs=$(asked 'SELECT count(*) FROM "Input"')
counted=$(grep -oE '(^|[ ,])inputs [0-9]+' "$WORK/recorder.log" | grep -oE '[0-9]+' | head -1)
[ "${counted:-0}" -gt 50 ] || fail "no count of inputs in the log of the recorder"
[ "$inputs" = "$counted" ] || fail "$inputs of $counted inputs are in the recording"
delay=$(asked 'SELECT max(delay) > 2 FROM "Input"')
[ "$delay" = true ] || fail "no input is from the time in which the server hung"
[ "$(asked 'SELECT count(*) FROM "ConnectionClosed"')" = 1 ] || fail "nobody said goodbye"
echo "all $inputs inputs and the goodbye are in the recording"

for signal in TERM KILL; do
    LISTEN=
    goes_on=(--state "$WORK/state-$signal" --flush 0.5 -o "$WORK/$signal-{n}.reel")
    record before server "${goes_on[@]}"
    play clients before 1 0
    LISTEN=$(address_in before)
    sleep 2
    kill -STOP "$server"
    sleep 2.7 # of checkpoints in which no snapshot is new
    kill -$signal "$before"
    wait "$before" 2>/dev/null
    record after server "${goes_on[@]}"
    kill -CONT "$server"
    sleep 2
    leave clients
    stop after 60 || fail "the recorder ended with $?"
    both() { "$BIN/tickreel" sql "$WORK/$signal-1.reel" "$WORK/$signal-2.reel" "$1" --format csv -q 2>/dev/null | tail -1; }
    twice=$(both 'SELECT count(*) - count(DISTINCT tick + margin) FROM "Input"')
    [ "$twice" = 0 ] || fail "$twice inputs are in both recordings (kill -$signal)"
    [ "$(both 'SELECT count(*) > 200 FROM "Input"')" = true ] || fail "inputs are missing"
    [ "$(both 'SELECT count(*) FROM "ConnectionClosed"')" = 1 ] || fail "nobody said goodbye"
done
echo "a recorder that goes on while the server hangs has no input twice"
