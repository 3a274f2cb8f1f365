#!/bin/bash
# The DDNet client joins the embedded server, downloads the map, sees and plays the match.
# usage: real_client_on_our_server.sh BIN_DIR [SCREENSHOT.png]
set -u
BIN=$(realpath "${1:?usage: real_client_on_our_server.sh BIN_DIR [SCREENSHOT.png]}")
SHOT=${2:+$(realpath -m "$2")}
. "$(dirname "$(realpath "$0")")/lib.sh"
need /usr/games/DDNet Xvfb xdotool "$BIN/tickreel-match"
private_network

start server "$BIN/tickreel-match" server --listen 127.0.0.1:8303 --bots 7 --seed 5
wait_for server 'listening on' 20
start_display 800 600
write_client_config "$WORK/client.cfg" 800 600
start_client 127.0.0.1:8303
wait_for client "'Visitor' entered and joined the" 90
wait_for client 'tickreel_arena' 5
find "$WORK/client" -name 'tickreel_arena_*.map' | grep -q . || fail "the client did not download the map"
"$BIN/tickreel-match" map -o "$WORK/own.map" 2>/dev/null || fail "tickreel-match map"
cmp "$WORK/own.map" "$(find "$WORK/client" -name 'tickreel_arena_*.map' | head -1)" ||
    fail "the downloaded map is not ours"

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
tell_client 'quit'
wait_end client 20
stop server 10 || fail "the server did not end well"
grep -qiE 'snap.*(error|crc|fail)|crc.*(error|fail)' "$WORK/client.log" && fail "the client complained about snapshots"
echo "the DDNet client joined, downloaded the map, played and left"
