#!/bin/bash
# The DDNet client joins the embedded server through the recorder, downloads the map, sees and plays the match. Its own
# demo agrees with the recording, ids of the pool rest for 5 s, and it takes snapshots of 1 to 64 parts.
# usage: real_client_on_our_server.sh BIN_DIR [SCREENSHOT.png]
set -u
BIN=$(realpath "${1:?usage: real_client_on_our_server.sh BIN_DIR [SCREENSHOT.png]}")
SHOT=${2:+$(realpath -m "$2")}
. "$(dirname "$(realpath "$0")")/lib.sh"
need /usr/games/DDNet Xvfb xdotool "$BIN/tickreel-match" "$BIN/tickreel"
private_network

serve() { # serve NAME [OPTION...]: the server on port 8303, the recorder on 8302
    start server "$BIN/tickreel-match" server --listen 127.0.0.1:8303 --bots 7 --seed 5 "${@:2}"
    wait_for server 'listening on' 20
    start recorder "$BIN/tickreel" record --listen 127.0.0.1:8302 --server 127.0.0.1:8303 -o "$WORK/$1.reel"
    wait_for recorder 'recording on' 20
}
leave() { # leave NAME
    tell_client 'quit'
    wait_end client 20
    stop recorder 20 || fail "tickreel record ended with $?"
    stop server 10 || fail "the server did not end well"
    grep -qiE 'snap.*(error|crc|fail)|crc.*(error|fail)' "$WORK/client.log" && fail "the client complained about snapshots"
    "$BIN/tickreel" verify "$WORK/$1.reel" --strict >/dev/null || fail "the recording of $1 is not sound"
}
ask() { "$BIN/tickreel" sql "$WORK/$1.reel" --format csv "$2" | tail -n +2; }

serve match
start_display 800 600
write_client_config "$WORK/client.cfg" 800 600
start_client 127.0.0.1:8302
wait_for client "'Visitor' entered and joined the" 90
wait_for client 'tickreel_arena' 5
find "$WORK/client" -name 'tickreel_arena_*.map' | grep -q . || fail "the client did not download the map"
"$BIN/tickreel-match" map -o "$WORK/own.map" 2>/dev/null || fail "tickreel-match map"
cmp "$WORK/own.map" "$(find "$WORK/client" -name 'tickreel_arena_*.map' | head -1)" ||
    fail "the downloaded map is not ours"
ask_client 'record match' 'Recording to' 20 # rejected until the first snapshots have arrived

# Play: run, jump, fire; chat goes through the server and back.
xdotool keydown d mousemove_relative -- 60 -60 mousedown 1
tell_client 'say seen from the real client'
wait_for client 'seen from the real client' 20
xdotool mouseup 1 keyup d
# Spectating works too, and makes a better picture.
tell_client 'team -1'
wait_for client "'Visitor' joined the spectators" 20
tell_client 'spectate 2'
if [ -n "$SHOT" ]; then
    need import convert
    sleep "${SHOT_AFTER:-6}"  # a fixed wait is intended: until the match is in full swing
    import -window root "$WORK/shot.png" || fail "no screenshot"
    convert "$WORK/shot.png" -colors 200 -strip "PNG8:$SHOT" || fail "cannot write $SHOT"
fi
sleep 45 # a fixed wait is intended: pool ids come back after 5 s
tell_client 'stoprecord'
wait_for client 'Stopped recording' 20
leave match
"$BIN/tickreel" import "$(find "$WORK/client" -name 'match*.demo' | head -1)" -o "$WORK/demo.reel" >/dev/null || fail "import of the client's demo"
"$BIN/tickreel" diff --common-ticks --format ndjson "$WORK/match.reel" "$WORK/demo.reel" >"$WORK/diff" || fail "the client's demo differs: $(cat "$WORK/diff")"
common=$(grep -oE '"snapshots":"?[0-9]+' "$WORK/diff" | grep -oE '[0-9]+$')
[ "$common" -gt 1000 ] || fail "only $common ticks are common with the client's demo"
# An id of the pool belongs to one item of all its types; when it comes again, it was away for 5 s. By the server's clock: where it
# is late it makes up for ticks, so by ticks it may be less.
ask match "WITH pooled AS (SELECT tick, time, id FROM projectile UNION ALL SELECT tick, time, id FROM laser UNION ALL SELECT tick, time, id FROM pickup),
    numbered AS (SELECT tick, row_number() OVER (ORDER BY tick) AS number FROM snapshots),
    steps AS (SELECT 20 * (tick - lag(tick) OVER was) AS ticks_ms, date_diff('millisecond', lag(time) OVER was, time) AS ms, number - lag(number) OVER was AS snapshots
        FROM pooled JOIN numbered USING (tick) WINDOW was AS (PARTITION BY id ORDER BY tick))
    SELECT count(*) FILTER (snapshots > 1), min(greatest(ticks_ms, ms)) FILTER (snapshots > 1), count(*) FILTER (snapshots = 0) FROM steps" >"$WORK/rest"
IFS=, read -r reused shortest twice <"$WORK/rest"
echo "$common snapshots as in the client's demo; $reused times a pool id came again, after $shortest ms at the least"
[ "$reused" -gt 50 ] && [ "$shortest" -ge 5000 ] && [ "$twice" = 0 ] || fail "pool ids: $reused reused, after $shortest ms, $twice twice at one tick"

# Snapshots of 1 to 64 parts, over and over: of each number some are acknowledged, which the client does when the
# snapshot's checksum is right. (Its demo is no witness: beyond some 57 parts it leaves snapshots out and is wrong after.)
serve parts --parts 64
start_client 127.0.0.1:8302
wait_for client "'Visitor' entered and joined the" 90
sleep 20 # a fixed wait is intended: some seven times from 1 to 64
leave parts
acknowledged "$WORK/parts.reel" >"$WORK/parts"
awk -F, '{ sent += $2; taken += $3 } $3 > 0 { ++kinds } END { print NR " numbers of parts up to " $1 ", " kinds " of them acknowledged; " sent " snapshots, " taken " acknowledged" }' "$WORK/parts"
[ "$(awk -F, '$3 > 0' "$WORK/parts" | wc -l)" = 64 ] || fail "the client did not acknowledge snapshots of every number of parts: $(tr '\n' ' ' <"$WORK/parts")"
echo "the DDNet client joined, downloaded the map, played and left"
